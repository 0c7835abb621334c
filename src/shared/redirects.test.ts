import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, allPages } from '../../tests/support/addresses.ts'
import { nearMissOf } from '../../tests/support/near-misses.ts'
import { eachLanguage } from './languages.ts'
import { redirectFinder } from './redirects.ts'

/** For languages that a test does not name. */
const others = eachLanguage((language) => `/${language}`)

test('a page keeps its own address when another language’s initial slug looks the same', () => {
  const find = redirectFinder([
    { ...others, es: '/guia', en: '/en/guide', fr: '/fr/menu' },
    { ...others, es: '/menu', en: '/en/guia', fr: '/fr/carte' },
  ])
  // The page's own address goes first, whichever page the table names first.
  expect(find('/en/Guia')).toBe('/en/guia')
  expect(find('/fr/Menu')).toBe('/fr/menu')
})

test('an old address leads to its page, as its near misses do, unless a page has it', () => {
  const find = redirectFinder([{ ...others, es: '/nueva', en: '/en/new', fr: '/fr/nouvelle' }], {
    '/página.html': '/nueva',
    '/en/New/': '/nueva',
  })
  for (const path of ['/página.html', '/p%C3%A1gina.html', '/Pagina.HTML', '/p%E1gina.html).'])
    expect([path, find(path)]).toEqual([path, '/nueva'])
  expect(find('/en/new')).toBe('/en/new')
})

const find = redirectFinder(Object.values(addresses))
const canonical = allPages.flatMap((page) => Object.values(addresses[page]))

test('every address is found, however it was encoded and whatever follows it', () => {
  expect(canonical).toContain('/Presentación')
  const nearMiss = fc
    .constantFrom(...canonical)
    .chain((address) => nearMissOf(address).map((path): [string, string] => [path, address]))
  fc.assert(
    fc.property(nearMiss, ([path, address]) => {
      expect([path, find(path)]).toEqual([path, address])
    }),
    { numRuns: 500 },
  )
})

test('nothing else is found, and nothing that a visitor wrote is in what is', () => {
  const wrong = fc.oneof(
    fc.constantFrom('.html', 'x', '/x', '%2Fx', '/..%2Fx', '-x', '%zz1', '%25%2500x', '.es'),
    fc.string({ unit: 'binary', minLength: 1 }).map((text) => `/${encodeURIComponent(text.toWellFormed())}x`),
  )
  fc.assert(
    fc.property(fc.constantFrom(...canonical), wrong, (address, more) => {
      const found = find(encodeURI(address) + more)
      if (found !== undefined) expect(canonical).toContain(found)
      if (address !== '/') expect(found, more).toBeUndefined()
    }),
  )
  for (const path of ['', '%', '/%', `/${'%25'.repeat(5_000)}`, '//example.org', '/%2F%2Fexample.org/..'])
    expect([path, find(path)]).toEqual([path, /[a-z]/.test(path) ? undefined : '/'])
})
