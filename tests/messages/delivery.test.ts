import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readOrganisation } from '../../src/content/read/organisation.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import type { Submission } from '../../src/shared/contact/message-rules.ts'
import { allLanguages, initialLanguage, languages } from '../../src/shared/languages.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { freePort } from '../support/free-port.ts'
import { runInbox } from '../support/inbox-process.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { openSqliteStore } from '../support/test-stores.ts'
import { expectPromise, messagesIn, settingsFor, startReading, Writers } from './promise.ts'
import { filled, sendJson, until } from './submissions.ts'

const texts = readTexts(contentFolder, [])
const timeZone = readOrganisation(contentFolder).organisation.time_zone
const dayMs = 24 * 60 * 60_000
const delivered = (dataDir: string, count: number) =>
  until(
    () => messagesIn(dataDir),
    (messages) => messages.filter(({ state }) => state === 'delivered').length === count,
  )

const lettersOf = (text = '') => text.replace(/\P{L}+/gu, ' ').trim()

/** The longest piece of a text that has no placeholder, without the typography that the build sets. */
const wordsOf = (text: string) =>
  text
    .split(/\{\{[^}]*\}\}/)
    .map(lettersOf)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest))

test('the mail to the office is in the language of the page, Reply answers the visitor, and a possible repeat says so first', async () => {
  using folder = makeDataDir()
  await using mail = await startMailServer()
  const settings = settingsFor(folder.dataDir, mail.url, { SITE_ORIGIN: 'https://www.example.org' })
  // A message of a language that the site no longer has: its mail comes in the first language.
  const store = await openSqliteStore(folder.dataDir)
  await store.keep({ ...filled, language: 'pt', website: '' } as unknown as Submission)
  await store.close()
  await using server = await startServer({ settings })
  for (const language of allLanguages) await sendJson(server.origin, { ...filled, id: randomUUID(), language })
  const count = allLanguages.length + 1
  const messages = await delivered(folder.dataDir, count)
  expect((await runInbox(['retry', ...messages.map(({ id }) => id), '--yes'], settings)).code).toBe(0)
  // A new message wakes the delivery, which would look by itself within half a minute.
  await sendJson(server.origin, { ...filled, id: randomUUID() })
  await until(
    () => mail.mails,
    ({ length }) => length === 2 * count + 1,
  )
  for (const { id, language: kept } of messages) {
    const language = allLanguages.includes(kept) ? kept : initialLanguage
    const mails = mail.mails.filter(({ email }) => email.messageId === `<${id}@example.org>`)
    const [first, second] = mails.map(({ email }) => email)
    for (const { envelope } of mails) expect(envelope).toEqual({ from: 'web@example.org', to: ['office@example.org'] })
    expect(first?.replyTo).toEqual([{ name: filled.name, address: filled.email }])
    expect(first?.subject).toContain(contactTextsOf(language).title)
    expect(first?.subject).toContain(filled.name)
    const text = first?.text?.replaceAll('\r\n', '\n') ?? ''
    for (const part of [filled.message, `${filled.name} <${filled.email}>`, id.slice(0, 8)])
      expect(text).toContain(part)
    // The pages name the origin that they were built with.
    expect(text).toContain(encodeURI(pageOf('contact', language).address))
    expect(text).not.toMatch(/\{\{|\}\}/)
    const words = texts[language].mail as { text: string; may_be_repeat: string }
    expect(lettersOf(text)).toContain(wordsOf(words.text))
    const day = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone })
    expect(text).toContain(day.format(new Date(first?.date ?? '')))

    expect(lettersOf(second?.text?.split(/\r?\n/)[0])).toContain(wordsOf(words.may_be_repeat))
    expect(second?.text?.length).toBeGreaterThan(first?.text?.length ?? 0)
    expect(second?.text).toContain(first?.text?.trim())
    expect(second?.text?.split(/\r?\n/)[0]).toContain(id.slice(0, 8))
    const marked = expect.objectContaining({ key: 'x-may-be-repeat', value: 'yes' })
    expect(second?.headers).toContainEqual(marked)
    expect(first?.headers).not.toContainEqual(marked)
    expect(second?.date).toBe(first?.date)
  }
})

test('a message that the mail server rejects is shown to the operator, is due again in a day, and is sent when the operator retries it', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const metricsPort = String(await freePort())
  const writers = new Writers()
  const settings = settingsFor(folder.dataDir, mail.url, { METRICS_PORT: metricsPort })
  await using server = await startServer({ settings })
  const reader = startReading(server.origin)
  mail.behave('RCPT', { reply: '550 No such user' })
  await writers.send(server.origin, 'Visitor 1')
  const [rejected] = await until(
    () => messagesIn(folder.dataDir),
    ([message]) => message?.state === 'refused',
  )
  expect(rejected?.reason).toContain('550 No such user')
  expect(Number(rejected?.dueAt) - Number(rejected?.receivedAt)).toBeGreaterThanOrEqual(dayMs)
  const ready = await until(
    async () => await (await fetch(`${server.origin}/readyz`)).json(),
    (report) => report.refused === 1,
  )
  expect(ready).toMatchObject({ status: 'ready', mail: 'needs attention' })
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain(
    'contact_messages{state="refused"} 1\n',
  )
  expect((await runInbox(['list'], settings)).output).toMatch(/ refused .*550 No such user/)
  expect(eventsOf(server)).toContain('mail_refused')

  mail.release()
  await writers.send(server.origin, 'Visitor 2')
  await delivered(folder.dataDir, 1)
  await runInbox(['retry', '--all'], settings)
  // It wakes the delivery, which would look by itself within half a minute.
  await writers.send(server.origin, 'Visitor 3')
  const messages = await delivered(folder.dataDir, 3)
  await reader.end()
  expect(mail.taken[0]?.from).toBe('Visitor 2')
  expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
})

test('the log is one JSON object a line, and holds nothing that a visitor typed, and no address, whatever the mail server says', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url, { TRUST_PROXY: '1' }) })
  const typed = { name: 'Xaviera Quondam', email: 'xaviera@example.com', message: 'Zephyrine' }
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  const replies = ['554', '450', '999'].map((code) => `${code} ${typed.name} <${typed.email}> says ${typed.message}`)
  const other = { ...typed, message: 'Encore', id: randomUUID() }
  await sendJson(server.origin, other, { ...headers, 'user-agent': 'Xaviera/1.0' })
  await delivered(folder.dataDir, 1)
  for (const reply of replies) {
    mail.behave('mail', { reply })
    await sendJson(server.origin, { ...typed, id: randomUUID() }, headers)
    await until(
      () => messagesIn(folder.dataDir),
      (messages) => messages.some(({ reason }) => reason === reply),
    )
  }
  await sendJson(server.origin, `{"name":"${typed.name}`)
  await fetch(`${server.origin}/${typed.message}?q=${typed.email}`)
  await until(
    () => eventsOf(server),
    (events) => ['mail_refused', 'mail_deferred', 'mail_unknown'].every((event) => events.includes(event)),
  )
  await server.stop()
  for (const line of linesOf(server)) {
    expect(Date.parse(String(line.time))).not.toBeNaN()
    expect(['info', 'warn', 'error']).toContain(line.level)
    expect(line.instance).toMatch(/^[^:]+:\d+$/)
  }
  expect(eventsOf(server)).toEqual(expect.arrayContaining(['started', 'contact_ready', 'mail_sent', 'stopped']))
  for (const word of [...Object.values(typed), 'Xaviera', '198.51.100.77']) expect(server.output()).not.toContain(word)
})

const linesOf = ({ output }: { output(): string }) =>
  output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const eventsOf = (server: { output(): string }) => linesOf(server).map(({ event }) => event)
