import { expect, test } from 'vitest'
import { redirectFinder } from '../../shared/redirects.ts'
import { pageAddresses } from '../../testing/page-addresses.ts'
import { nearMissSamples } from './near-misses.ts'

const pages = [
  pageAddresses({ es: '/', en: '/en', fr: '/fr' }),
  pageAddresses({ es: '/Presentación', en: '/en/presentation', fr: '/fr/presentation' }),
]

test('every kind of near miss has a sample, which is no address itself', () => {
  const samples = nearMissSamples(pages)
  expect(samples.map(({ kind, sent }) => [kind, sent])).toEqual(
    expect.arrayContaining([
      ['other letter case', '/EN'],
      ['small letters alone', '/presentaci%C3%B3n'],
      ['missing accents', '/Presentacion'],
      ['decomposed accents', '/Presentacio%CC%81n'],
      ['accents in Latin-1', '/Presentaci%F3n'],
      ['a slash at the end', '/fr/'],
      ['a slash too many', '/en//presentation'],
      ['a slug of the initial language', '/fr/Presentaci%C3%B3n'],
      ['the initial language’s own prefix', '/es'],
    ]),
  )
  const known = pages.flatMap((addresses) => Object.values(addresses)).map(encodeURI)
  expect(samples.filter(({ sent }) => known.includes(sent))).toEqual([])
  for (const { sent, target } of samples.filter(({ kind }) => kind !== 'accents in Latin-1'))
    expect([sent, redirectFinder(pages)(decodeURI(sent))]).toEqual([sent, target])
})
