import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Certificate, checkCharacter, dayIn, looksLikeNumber, readNumber, stateOn } from './certificate.ts'

const digits = fc.stringMatching(/^\d{6}$/)

test('the check character is that of ISO 7064 MOD 11-2', () => {
  expect(['260041', '000001', '000002'].map(checkCharacter)).toEqual(['4', 'X', '8'])
  // An ORCID of its own documentation has the same scheme over fifteen digits.
  expect(checkCharacter('000000021825009')).toBe('7')
})

test('a number is understood however it is typed, and words and ovals are none', () => {
  const gap = fc.constantFrom('', ' ', '-', '–', ' - ')
  fc.assert(
    fc.property(digits, gap, fc.constantFrom('', 'CERT', 'cert ', 'Cert-'), (six, gap, start) => {
      const parts = [six.slice(0, 2), six.slice(2), checkCharacter(six)]
      expect(readNumber(start + parts.join(gap).toLowerCase())).toBe(parts.join('-'))
    }),
  )
  for (const words of ['', 'Matadero Ejemplo', 'ES 00.00000/X', '2026', 'CERT'])
    expect([readNumber(words), looksLikeNumber(words)]).toEqual([undefined, false])
})

test('one wrong character is never another number', () => {
  fc.assert(
    fc.property(digits, fc.nat(5), fc.integer({ min: 1, max: 9 }), (six, position, step) => {
      const wrong = [...six]
      wrong[position] = String((Number(six[position]) + step) % 10)
      const typed = wrong.join('') + checkCharacter(six)
      expect([readNumber(typed), looksLikeNumber(typed)]).toEqual([undefined, true])
    }),
  )
})

test('every certificate has one state on each day, and only an untouched one within its days is in force', () => {
  const day = fc.integer({ min: 10, max: 31 }).map((day) => `2026-12-${day}`)
  const dayOrNone = fc.option(day, { nil: '' })
  const days = fc.record({
    ...{ from: day, until: day, suspended: dayOrNone, withdrawn: dayOrNone, ended: dayOrNone },
    replaced_by: fc.constantFrom('', '00-0001-X'),
  })
  fc.assert(
    fc.property(days, day, (days, today) => {
      const state = stateOn(days as Certificate, today)
      const { suspended, withdrawn, ended, replaced_by, from, until } = days
      const isUntouched = [suspended, withdrawn, ended].every((day) => !day || day > today) && !replaced_by
      expect(state === 'in_force').toBe(isUntouched && from <= today && today <= until)
      expect(state === 'withdrawn').toBe(withdrawn !== '' && withdrawn <= today)
    }),
  )
})

test('a day begins at midnight in the time zone of the site', () => {
  expect(dayIn('Europe/Madrid', new Date('2026-07-31T21:59:59Z'))).toBe('2026-07-31')
  expect(dayIn('Europe/Madrid', new Date('2026-07-31T22:00:00Z'))).toBe('2026-08-01')
})
