import { expect, test } from 'vitest'
import { pageAddresses } from '../../../tests/support/page-addresses.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import { redirectsTo } from './redirects.ts'

const pages = [
  pageAddresses({ es: '/', en: '/en', fr: '/fr' }),
  pageAddresses({ es: '/Presentación', en: '/en/presentation', fr: '/fr/presentation' }),
  pageAddresses({ es: '/contact', en: '/en/contact', fr: '/fr/contact' }),
]
const find = redirectFinder(pages)

test('every spelling leads where the site’s own server sends it', () => {
  const found = redirectsTo(pages)
  expect(found.length).toBeGreaterThan(10)
  for (const { address, target } of found) expect([address, target]).toEqual([address, find(address)])
})

test('the usual slips are among them, and no true address is', () => {
  const addresses = redirectsTo(pages).map(({ address }) => address)
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/presentación',
      '/presentacion',
      '/Presentacion',
      '/Presentacio\u0301n',
      '/es',
      '/es/contact',
      '/es/presentacion',
      '/en/Presentación',
      '/fr/presentacion',
    ]),
  )
  for (const page of pages) for (const address of Object.values(page)) expect(addresses).not.toContain(address)
})
