import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, allPages } from '../../../tests/support/addresses.ts'
import { fold } from '../../shared/fold.ts'
import { redirectFinder } from './redirects.ts'

test('a page keeps its own address when another language’s initial slug looks the same', () => {
  const find = redirectFinder([
    { es: '/guia', en: '/en/guide', fr: '/fr/menu' },
    { es: '/menu', en: '/en/guia', fr: '/fr/carte' },
  ])
  // The page's own address goes first, whichever page the table names first.
  expect(find('/en/Guia')).toBe('/en/guia')
  expect(find('/fr/Menu')).toBe('/fr/menu')
})

const find = redirectFinder(Object.values(addresses))
const canonical = allPages.flatMap((page) => Object.values(addresses[page]))

/** What mailers, chats and text fields do to an address. */
const spoil: Record<string, (path: string) => string> = {
  'encoded twice': (path) => encodeURI(path),
  'encoded whole, slashes too': (path) => `/${encodeURIComponent(decodeURI(path).slice(1))}`,
  'in Latin-1': (path) => decodeURI(path).replace(/[\x80-\xff]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'UTF-8 read as Latin-1': (path) => encodeURI(Buffer.from(decodeURI(path)).toString('latin1')),
  decomposed: (path) => encodeURI(decodeURI(path).normalize('NFD')),
  'without accents, in capitals': (path) => fold(decodeURI(path)).toUpperCase(),
}
const signs = [')', ']', '}', '>', '.', ',', ';', ':', '!', '?', '…', '"', "'", '»', '”', '*', '_', ' ', '/', '\u00a0']
const invisible = ['\u200b', '\u200d', '\ufeff', '\u2060', '\u200e', '\u00ad', '\ufe0f', '\r\n', '\0']
// A request line is ASCII.
const endings = [...signs, ...invisible].flatMap((sign) =>
  /[!-~]/.test(sign) ? [sign, encodeURIComponent(sign)] : encodeURIComponent(sign),
)

test('every address is found, however it was encoded and whatever follows it', () => {
  expect(canonical).toContain('/Presentación')
  fc.assert(
    fc.property(
      fc.constantFrom(...canonical),
      fc.constantFrom(...Object.keys(spoil)),
      fc.array(fc.constantFrom(...endings), { maxLength: 3 }),
      fc.nat(1),
      (address, how, ending, times) => {
        let path = (spoil[how]?.(encodeURI(address)) ?? '') + ending.join('')
        for (let count = 0; count < times; count++) path = path.replaceAll('%', '%25')
        expect(find(path), path).toBe(address)
      },
    ),
    { numRuns: 2_000 },
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
