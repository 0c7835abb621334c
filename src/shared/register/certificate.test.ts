import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Certificate, checkCharacter, dayIn, readNumber, registerColumns, stateOn } from './certificate.ts'

const none = Object.fromEntries(registerColumns.map((column) => [column, ''])) as Certificate
const day = fc.integer({ min: 0, max: 40 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const digits = fc.stringMatching(/^\d{6}$/)
const numberOf = (six: string) => `${six.slice(0, 2)}-${six.slice(2)}-${checkCharacter(six)}`

test('the check character is that of ISO 7064 MOD 11-2', () => {
  expect(['260041', '000001', '000002'].map(checkCharacter)).toEqual(['4', 'X', '8'])
  // An ORCID of its own documentation has the same scheme over fifteen digits.
  expect(checkCharacter('000000021825009')).toBe('7')
})

test('a number is understood however it is typed', () => {
  const spellings = fc.tuple(
    digits,
    fc.constantFrom('', ' ', '-', '–', ' - '),
    fc.constantFrom('', 'CERT', 'cert ', 'Cert-'),
  )
  fc.assert(
    fc.property(spellings, ([six, gap, start]) => {
      const typed = [six.slice(0, 2), six.slice(2), checkCharacter(six).toLowerCase()].join(gap)
      expect(readNumber(start + typed)).toBe(numberOf(six))
    }),
  )
})

test('one wrong character, or two neighbours changed over, is never another number', () => {
  fc.assert(
    fc.property(digits, fc.nat(5), fc.integer({ min: 1, max: 9 }), (six, position, step) => {
      const wrong = [...six]
      wrong[position] = String((Number(six[position]) + step) % 10)
      expect(readNumber(wrong.join('') + checkCharacter(six))).toBe('wrong')
    }),
  )
  fc.assert(
    fc.property(digits, fc.nat(4), (six, position) => {
      const [one, other] = [six[position] as string, six[position + 1] as string]
      fc.pre(one !== other)
      const swapped = six.slice(0, position) + other + one + six.slice(position + 2)
      expect(readNumber(swapped + checkCharacter(six))).toBe('wrong')
    }),
  )
})

test('words and ovals are no numbers', () => {
  for (const words of ['', 'Matadero Ejemplo', 'ES 00.00000/X', '2026', 'CERT'])
    expect(readNumber(words)).toBeUndefined()
})

test('every certificate has one state on each day, and only an untouched one within its days is in force', () => {
  const certificate = fc.record({
    from: day,
    until: day,
    suspended: fc.option(day, { nil: '' }),
    withdrawn: fc.option(day, { nil: '' }),
    ended: fc.option(day, { nil: '' }),
    replaced_by: fc.constantFrom('', '00-0001-X'),
  })
  fc.assert(
    fc.property(certificate, day, (days, today) => {
      const state = stateOn({ ...none, ...days }, today)
      const hasCome = (column: 'withdrawn' | 'ended' | 'suspended') => days[column] !== '' && days[column] <= today
      const isUntouched = !hasCome('withdrawn') && !hasCome('ended') && !hasCome('suspended') && days.replaced_by === ''
      expect(state === 'in_force').toBe(isUntouched && days.from <= today && today <= days.until)
      if (hasCome('withdrawn')) expect(state).toBe('withdrawn')
    }),
  )
})

test('a day begins at midnight in the time zone of the site', () => {
  expect(dayIn('Europe/Madrid')(new Date('2026-07-31T21:59:59Z'))).toBe('2026-07-31')
  expect(dayIn('Europe/Madrid')(new Date('2026-07-31T22:00:00Z'))).toBe('2026-08-01')
})
