import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWrittenAsNumber, looksLikeNumber, nextNumber, numberOf, numbersIn, readNumber } from './number.ts'

const labels = ['', 'n.º', 'No', 'Nr', '№', 'cert', 'Certificado n.°', 'http://[::1]:80/C/', '\u202a']
const gaps = ['', ' ', '-', '–', '‑', '−', '.', ' - ', '\u00a0', '\u200b', '\u2066']
const zeros = [...'0٠۰०０𝟎']

test('a number is read however it is typed and pasted, and a slip is noticed', () => {
  const typing = fc.record({
    six: fc.stringMatching(/^\d{6}$/),
    label: fc
      .tuple(fc.constantFrom(...labels), fc.constantFrom('', ' ', '. ', ': ', '-'))
      .map((parts) => parts.join('')),
    gap: fc.constantFrom(...gaps),
    ending: fc.constantFrom('', '.', '\u202c', ' '),
    zero: fc.constantFrom(...zeros),
  })
  fc.assert(
    fc.property(typing, fc.nat(5), fc.nat(9), ({ six, label, gap, ending, zero }, position, digit) => {
      const number = numberOf(six)
      const inScript = (text: string) =>
        text.replace(/\d/g, (each) => String.fromCodePoint(Number(zero.codePointAt(0)) + Number(each)))
      const write = (text: string) => label + inScript(text.replaceAll('-', gap)).toLowerCase() + ending
      expect(readNumber(write(number))).toBe(number)
      const slip = `${number.replaceAll('-', '').slice(0, position)}${digit}${number.replaceAll('-', '').slice(position + 1)}`
      fc.pre(!slip.startsWith(six))
      expect([readNumber(write(slip)), looksLikeNumber(write(slip))]).toEqual([undefined, true])
    }),
  )
})

test('an X may be typed with a Cyrillic or Greek keyboard, or be a sign; the year may have four digits', () => {
  for (const typed of ['00-0001-Х', '00-0001-×', '2000-0001-X', 'cert. 2000 0001 x'])
    expect([typed, readNumber(typed), numbersIn(`${typed}, lote 9`)]).toEqual([typed, '00-0001-X', ['00-0001-X']])
  for (const typed of ['2026-0041-5', '3026-0041-4', '12026-0041-4']) expect(readNumber(typed)).toBeUndefined()
  expect(isWrittenAsNumber('2026-0041-5')).toBe(true)
})

test.each(['ES 10.12345/V', 'PL 06110201', 'FR 64.123.00', 'Empresa 2000', 'L-1234567-A', '123456789', '', '٣', '𞲃𔒂'])(
  '“%s”, an oval, a name or a batch, is no number',
  (typed) => expect([readNumber(typed), looksLikeNumber(typed)]).toEqual([undefined, false]),
)

test('the next number follows the last one of the year', () => {
  expect(nextNumber(['26-0007-4', '26-0041-4', '25-0999-1'], '2026-11-26')).toBe('26-0042-2')
  expect(nextNumber([], '2027-01-01')).toBe('27-0001-X')
})
