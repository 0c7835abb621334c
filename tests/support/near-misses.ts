import fc from 'fast-check'
import { fold } from '../../src/shared/fold.ts'

/** What mailers, chats and text fields do to an address. */
const spoil: ((address: string) => string)[] = [
  // Once too often, whole, in Latin-1, in UTF-8 that was read as Latin-1.
  (address) => encodeURI(encodeURI(address)),
  (address) => `/${encodeURIComponent(address.slice(1))}`,
  (address) =>
    address.replace(/[\x80-\xff]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`).replaceAll(' ', '%20'),
  (address) => encodeURI(Buffer.from(address).toString('latin1')),
  // Decomposed; without accents, in capitals.
  (address) => encodeURI(address.normalize('NFD')),
  (address) => fold(address).toUpperCase(),
]
const signs = [')', ']', '}', '>', '.', ',', ';', ':', '!', '?', '…', '"', "'", '»', '”', '*', '_', ' ', '/', '\u00a0']
const invisible = ['\u200b', '\u200d', '\ufeff', '\u2060', '\u200e', '\u00ad', '\ufe0f', '\r\n', '\0']
// A request line is ASCII, and a question mark begins the query.
const endings = [...signs, ...invisible].flatMap((sign) => [
  ...(/^[!-~]$/.test(sign) && sign !== '?' ? [sign] : []),
  encodeURIComponent(sign),
])

/** Near misses of an address, as the path of a request. */
export const nearMissOf = (address: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...spoil), fc.array(fc.constantFrom(...endings), { maxLength: 3 }), fc.nat(1))
    .map(([spoiled, ending, times]) => {
      const path = spoiled(address) + ending.join('')
      return times ? path.replaceAll('%', '%25') : path
    })
