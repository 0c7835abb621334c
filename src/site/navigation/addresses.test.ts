import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressIn } from './addresses.ts'

const origin = 'https://www.example.org'
const piece = fc.oneof(
  fc.constantFrom('50%25', 'a%20b', '%2F', '%3F', '%23', 'o%CC%81', '%F3', '%c3%b1', "'()+&;=@:,"),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
)

test('the address of a URL is a URL with the same address, which leads to the same page', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const url = new URL(`${origin}/registro/x${pieces.join('')}`)
      const again = new URL(addressIn(url), origin)
      expect(addressIn(again)).toBe(addressIn(url))
      if (!url.pathname.includes('%F3'))
        expect(decodeURIComponent(again.pathname)).toBe(decodeURIComponent(url.pathname).normalize('NFC'))
    }),
  )
  expect(addressIn(new URL('/Presentaci%C3%B3n?utm=1', origin))).toBe('/Presentación')
})
