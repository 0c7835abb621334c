import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { contentFolder } from '../../content/content.ts'
import { readConfirmations } from '../../content/read/confirmations.ts'
import { openConfirmations } from './confirmations.ts'
import { checkLaunch, checkSettings } from './launch-check.ts'
import { countToDo, type LaunchReport, renderLaunchReport } from './launch-report.ts'
import { runLaunchCheck } from './run-launch-check.ts'

const ready = {
  SITE_ORIGIN: 'https://www.mizan-halal.eu',
  SMTP_URL: 'smtp://127.0.0.1:25',
  CONTACT_TO: 'office@mizan-halal.eu',
  CONTACT_FROM: 'Website <website@mizan-halal.eu>',
  TRUST_PROXY: '1',
}
const today = new Date('2026-03-12T12:00:00Z')

/** A folder that is gone at the end. */
function makeFolder(): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The content with changes to its files. */
function makeContent(changes: Record<string, (text: string) => string>): { folder: string } & Disposable {
  const made = makeFolder()
  cpSync(contentFolder, made.folder, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    const path = join(made.folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  return made
}

const itemsOf = ({ toDo }: LaunchReport) =>
  Object.fromEntries(toDo.flatMap(({ items }) => items.map(({ key, says }) => [key, says])))
/** What is to be done about settings. `dist` is left out: it depends on the last build of this machine. */
const settingsOf = async (environment: Record<string, string>) => {
  const items = await checkSettings(environment)
  return Object.fromEntries(items.filter(({ key }) => key !== 'dist').map(({ key, says }) => [key, says]))
}

test('every placeholder is listed with its key, its value and whose it is', async () => {
  const items = itemsOf(await checkLaunch({ environment: ready, today }))
  const marks = readFileSync('content/organisation.yml', 'utf8').match(/(?<=: *)!placeholder|^ +!placeholder/gm) ?? []
  expect(marks.length).toBeGreaterThan(0)
  const keys = Object.keys(items).filter((key) => /^(name|short_name|email)$|\./.test(key))
  expect(keys.length).toBe(marks.length)
  expect(items['offices.1.phone']).toBe('+33 5 36 49 10 20, the office in Floirac. Write the telephone number')
  expect(items['legal.tax_number']).toBe('X00000000. Write the Spanish tax number (NIF): a letter and eight figures')
})

test('a placeholder whose mark was removed is still known for one, and an article that nobody has reviewed is told', async () => {
  const change = (text: string) => text.replaceAll('!placeholder ', '').replace('bienestar_animal, ', '')
  using content = makeContent({ 'organisation.yml': change })
  const items = itemsOf(await checkLaunch({ folder: content.folder, environment: ready, today }))
  expect(Object.keys(items)).toEqual(
    expect.arrayContaining([
      'email',
      'offices.0.phone',
      'offices.1.phone',
      'recognised_bodies.0.name',
      'legal.tax_number',
      'legal.siret',
      'legal.host.name',
    ]),
  )
  expect(items.name).toBeUndefined()
  expect(items.reviews).toContain('nobody has reviewed bienestar_animal')
})

test('a confirmation is open until there are a name and a day that has come', async () => {
  const confirm = (date: string, name: string) => (text: string) =>
    text.replace(/(id: scholar_articles\n(?:.*\n)*?) *date:\n *name:/, `$1    date: ${date}\n    name: ${name}`)
  const openWith = async (date: string, name: string) => {
    using made = makeFolder()
    const text = readFileSync(`${contentFolder}/launch.yml`, 'utf8')
    writeFileSync(join(made.folder, 'launch.yml'), confirm(date, name)(text))
    const { items } = openConfirmations(readConfirmations(made.folder), today)
    return items.find(({ key }) => key === 'scholar_articles')?.says
  }
  expect(await openWith('', '')).toContain('A qualified scholar')
  expect(await openWith('2026-03-12', 'Ana Pérez')).toBeUndefined()
  expect(await openWith('2026-03-13', 'Ana Pérez')).toContain('2026-03-13 has not come yet')
  expect(await openWith('2026-03-12', '')).toContain('The name is missing')
  expect(await openWith('', 'Ana Pérez')).toContain('The day is missing')
  await expect(openWith('March 12th', 'Ana Pérez')).rejects.toThrow('content/launch.yml')
})

test('settings that are ready leave nothing to do; a mail server and a database on this machine are as good as any', async () => {
  const here = { SMTP_URL: 'smtp://localhost', DATABASE_URL: 'postgres://site@localhost/site' }
  for (const settings of [ready, { ...ready, ...here }]) expect(await settingsOf(settings)).toEqual({})
})

test.each([
  ['SITE_ORIGIN', { SITE_ORIGIN: '' }],
  ['SITE_ORIGIN', { SITE_ORIGIN: 'https://www.example.org' }],
  ['SITE_ORIGIN', { SITE_ORIGIN: 'https://192.0.2.7' }],
  ['SITE_ORIGIN', { SITE_ORIGIN: 'http://www.mizan-halal.eu' }],
  ['SITE_ORIGIN', { SITE_ORIGIN: 'www.mizan-halal.eu' }],
  ['CONTACT_ORIGIN', { CONTACT_ORIGIN: 'http://messages.mizan-halal.eu' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.org' }],
  ['CONTACT_TO', { CONTACT_TO: 'office@mizan-halal.eu, office@example.org' }],
  ['CONTACT_FROM', { CONTACT_FROM: 'Website <website@example.org>' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0' }],
  ['RETENTION_DAYS', { RETENTION_DAYS: 'a year' }],
  ['DATA_DIR', { DATA_DIR: 'dist/public/data' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://site:secret@db.example.org/site' }],
])('%s is told when it is %j', async (name, changes) => {
  const found = await settingsOf({ ...ready, ...changes })
  expect(Object.keys(found)).toEqual([name])
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('a folder for the messages that only the service may write to, once it is made, is none to be told', async () => {
  expect(await settingsOf({ ...ready, DATA_DIR: '/proc/site' })).toEqual({})
})

test('with --connect, a mail server that does not answer is to be mended', async () => {
  const mailServer = await startMailServer()
  const environment = { ...ready, SMTP_URL: mailServer.url }
  const ofMail = async () => (await checkSettings(environment, true)).find(({ key }) => key === 'SMTP_URL')?.says
  expect(await ofMail()).toBeUndefined()
  expect(mailServer.mails).toEqual([])
  await mailServer.stop()
  expect(await ofMail()).toContain('does not let us in')
})

test('the report for a person ends with how much is left, and that for a machine can be read by one', async () => {
  const { text, isDone } = await runLaunchCheck([])
  expect([text.split('\n').at(-2), isDone]).toEqual([expect.stringMatching(/^\d+ things are left to do/), false])
  const report = JSON.parse((await runLaunchCheck(['--json'])).text)
  expect(report.remaining).toBe(countToDo(report))
  expect(renderLaunchReport({ toDo: [] })).toMatch(/^Nothing is left to do here\./)
})

test.each([[['--live']], [['--live', 'www.mizan-halal.eu']], [['--live', 'https://a.eu/en']], [['now']], [['--fast']]])(
  'called with %j, it says how it is called',
  async (args) => {
    await expect(runLaunchCheck(args)).rejects.toThrow('Usage: npm run launch-check')
  },
)
