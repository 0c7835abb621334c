import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeTable } from '../../tests/support/register.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { countryName } from '../shared/country-name.ts'
import { longDate } from '../shared/long-date.ts'
import { columnsOf, type TableName } from './columns.ts'
import { readDrafts } from './draft-register.ts'
import { decisionsUntil, stateOn } from './state.ts'

const number = '26-0001-9'
const cell = fc.oneof(fc.constantFrom('', 'ES', 'es', '2026-03-12', '2026-02-30', 'suspended', 'x'), fc.string())
const lines = (table: TableName) =>
  fc.array(
    fc.record({ ...Object.fromEntries(columnsOf(table).map(([name]) => [name, cell])), number: fc.constant(number) }),
    {
      maxLength: 4,
    },
  )

test('whatever is written of a certificate, and however little, its page can be composed of it', () => {
  using folder = temporaryFolder()
  mkdirSync(`${folder.path}/register`)
  fc.assert(
    fc.property(lines('certificates'), lines('decisions'), cell, (certificates, decisions, day) => {
      writeFileSync(`${folder.path}/register/certificates.csv`, writeTable('certificates', certificates))
      writeFileSync(`${folder.path}/register/decisions.csv`, writeTable('decisions', decisions))
      const { certificates: drafts, byNumber } = readDrafts(folder.path)
      expect(byNumber.has(number)).toBe(certificates.length > 0)
      for (const draft of drafts) {
        expect(stateOn(draft, day)).toBeTruthy()
        expect(countryName(draft.country, 'es')).toBeTruthy()
        for (const each of [draft.from, draft.until, ...draft.decisions.map(({ day }) => day)]) longDate(each, 'fr')
        const days = decisionsUntil(draft, '9999').map(({ day }) => day)
        expect(days).toEqual(days.toSorted())
      }
    }),
  )
})
