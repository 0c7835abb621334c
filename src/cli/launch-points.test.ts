import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { SmallContent, smallShape } from '../../tests/support/small-content.ts'
import { readFiles } from '../content/read/content.ts'
import { readOrganisation } from '../content/read/organisation.ts'
import { confirmationPoints, describePoints, placeholderPoints, reviewPoints, settingPoints } from './launch-points.ts'

using small = new SmallContent()
const content = readFiles(small.folder, smallShape)
const facts = readOrganisation(small.folder)

test('placeholders and articles that nobody has reviewed are listed', () => {
  expect(placeholderPoints(facts)).toMatchObject([
    { key: 'offices[0].phone', message: 'Now: +34 000 000 000. Write the real value and remove !placeholder.' },
    { key: 'partners[0].name' },
  ])
  const unreviewed = reviewPoints({ ...content, organisation: { ...content.organisation, reviews: [] } })
  expect(unreviewed.length - reviewPoints(content).length).toBe(1)
  expect(unreviewed[0]?.message).toContain('Nobody has reviewed welfare.')
})

test('a confirmation is open until it has a name and a day that has come', () => {
  const isOpen = (date: string, name: string) =>
    confirmationPoints([{ id: 'scholar', what: { en: 'A scholar approves.' }, date, name }], '2026-03-12').length > 0
  expect(isOpen('2026-03-12', 'Ana Pérez')).toBe(false)
  expect(isOpen('2026-03-13', 'Ana Pérez')).toBe(true)
  expect(isOpen('2026-03-12', '')).toBe(true)
  expect(isOpen('', 'Ana Pérez')).toBe(true)
})

const ready = {
  SITE_ORIGIN: 'https://www.mizan-halal.eu',
  SMTP_URL: 'smtp://127.0.0.1:25',
  CONTACT_TO: 'office@mizan-halal.eu',
  CONTACT_FROM: 'Website <website@mizan-halal.eu>',
  TRUST_PROXY: '1',
}

test('each setting without which nobody could visit, write or be answered is to be set, with a real address', () => {
  expect(settingPoints(ready)).toEqual([])
  for (const [key, ...values] of [
    ['SITE_ORIGIN', '', 'https://www.example.org', 'http://www.mizan-halal.eu', 'www.mizan-halal.eu'],
    ['SMTP_URL', ''],
    ['CONTACT_TO', 'office@mizan-halal.eu, office@example.org'],
    ['CONTACT_FROM', 'Website <website@example.org>'],
    ['TRUST_PROXY', '0'],
    ['RETENTION_DAYS', 'a year'],
  ] as [string, ...string[]][])
    for (const value of values)
      expect([value, settingPoints({ ...ready, [key]: value }).map(({ key }) => key)]).toEqual([value, [key]])
})

test('what is left is described', () => {
  expect(describePoints(settingPoints({ ...ready, SITE_ORIGIN: '' }))).toMatch(/SITE_ORIGIN.*1 thing is left to do/s)
  expect(describePoints([])).toMatch(/^Nothing is left to do/)
})

test('while something is left, the command ends with 1', () => {
  const env = { ...process.env, SITE_ORIGIN: '' }
  const { status, stdout } = spawnSync(process.execPath, ['src/cli/launch-check.ts', '--json'], {
    env,
    encoding: 'utf8',
  })
  expect([status, JSON.parse(stdout).remaining > 0]).toEqual([1, true])
})
