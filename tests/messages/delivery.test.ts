import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { MessageState } from '../../src/server/messages/message-store.ts'
import { storeFile } from '../../src/server/messages/sqlite/sqlite-store.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { freePort } from '../support/free-port.ts'
import { runInbox } from '../support/inbox-process.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { forEachLanguage } from '../support/words.ts'
import { expectPromise, messagesIn, numbered, settingsFor, startReading, Writers } from './promise.ts'
import { type Fields, filled, sendJson, until } from './submissions.ts'

const minuteMs = 60_000
const namesOf = ({ mails }: MailServer) => mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()
const delivered = (dataDir: string, count: number) =>
  until(
    () => messagesIn(dataDir),
    (messages) => messages.filter(({ state }) => state === 'delivered').length === count,
  )

describe('the mail to the office', () => {
  /** What DESIGN.md section 5 asks for, in the words of content/texts/<language>/mail.yml. */
  const wordsOf = forEachLanguage(
    {
      es: [/^Es posible que .*mensaje/, /Pulse «Responder»/, /\d{1,2} de \p{L}+ de \d{4}/u],
      en: [/^This message may have reached you already/, /Press Reply/, /\d{1,2} \p{L}+ \d{4}/u],
      fr: [/^Vous avez peut-être déjà reçu ce message/, /cliquez sur «\u202fRépondre\u202f»/, /\d{1,2} \p{L}+ \d{4}/u],
    },
    () => [/./, /./, /./],
  )

  test('is in the language of the page, Reply answers the visitor, and a possible repeat says so first', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    const settings = settingsFor(folder.dataDir, mail.url, { SITE_ORIGIN: 'https://www.example.org' })
    await using server = await startServer({ settings })
    const count = allLanguages.length
    for (const language of allLanguages) await sendJson(server.origin, { ...filled, id: randomUUID(), language })
    const messages = await delivered(folder.dataDir, count)
    for (const { id } of messages) expect((await runInbox(['retry', id, '--yes'], settings)).code).toBe(0)
    await until(
      () => mail.mails,
      ({ length }) => length === 2 * count,
    )
    for (const { id, language } of messages) {
      const mails = mail.mails.filter(({ email }) => email.messageId === `<${id}@example.org>`)
      const [first, second] = mails.map(({ email }) => email)
      for (const { envelope } of mails)
        expect(envelope).toEqual({ from: 'web@example.org', to: ['office@example.org'] })
      expect(first?.replyTo).toEqual([{ name: filled.name, address: filled.email }])
      expect(first?.subject).toContain(contactTextsOf(language).title)
      expect(first?.subject).toContain(filled.name)
      const text = first?.text?.replaceAll('\r\n', '\n') ?? ''
      for (const part of [filled.message, `${filled.name} <${filled.email}>`, id.slice(0, 8)])
        expect(text).toContain(part)
      // The pages name the origin that they were built with.
      expect(text).toContain(encodeURI(pageOf('contact', language).address))
      expect(text).not.toMatch(/\{\{|\}\}/)
      const [mayBeRepeat, answer, date] = wordsOf[language]
      expect(text).toMatch(answer as RegExp)
      expect(text).toMatch(date as RegExp)

      expect(second?.text).toMatch(mayBeRepeat as RegExp)
      expect(second?.text?.length).toBeGreaterThan(first?.text?.length ?? 0)
      expect(second?.text).toContain(first?.text?.trim())
      expect(second?.text?.split(/\r?\n/)[0]).toContain(id.slice(0, 8))
      const marked = expect.objectContaining({ key: 'x-may-be-repeat', value: 'yes' })
      expect(second?.headers).toContainEqual(marked)
      expect(first?.headers).not.toContainEqual(marked)
      expect(second?.date).toBe(first?.date)
    }
  })

  test('is one, however often a submission is repeated', async () => {
    using folder = makeDataDir()
    await using mail = await startStrictMailServer()
    mail.behave('mail', 'hold')
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    const submission = { ...filled, id: randomUUID() }
    await Promise.all(Array.from({ length: 20 }, () => sendJson(server.origin, submission)))
    await until(
      () => mail.taken.length,
      (count) => count === 1,
    )
    await sendJson(server.origin, submission)
    mail.release()
    await delivered(folder.dataDir, 1)
    expect((await sendJson(server.origin, submission)).status).toBe(200)
    // Whatever else there was to send has its turn before this one.
    await sendJson(server.origin, { ...filled, id: randomUUID(), name: 'The last' })
    await delivered(folder.dataDir, 2)
    expect(mail.taken).toHaveLength(2)
  })

  test('goes to the office alone, whoever the visitor says to be, and is not sent for a robot', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    const send = (fields: Fields) => sendJson(server.origin, { ...filled, id: randomUUID(), ...fields })
    await send({ name: 'Robot', website: 'https://spam.example' })
    await send({ name: 'Office', email: 'office@example.org' })
    await send({ name: 'a@example.net, b@example.net' })
    await delivered(folder.dataDir, 2)
    expect(namesOf(mail)).toEqual(['Office', 'a@example.net, b@example.net'])
    for (const { envelope } of mail.mails) expect(envelope.to).toEqual(['office@example.org'])
  })

  test('is in the site’s first language when that of its page has been removed meanwhile', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    const settings = settingsFor(folder.dataDir, mail.url)
    {
      await using server = await startServer({ settings: { DATA_DIR: folder.dataDir } })
      await sendJson(server.origin, { ...filled, id: randomUUID() })
    }
    const database = new DatabaseSync(storeFile(folder.dataDir))
    database.exec(`UPDATE messages SET language = 'pt'`)
    database.close()
    await using _server = await startServer({ settings })
    await delivered(folder.dataDir, 1)
    expect(mail.mails[0]?.email.subject).toContain(contactTextsOf('es').title)
    expect(mail.mails[0]?.email.text).toContain('Pulse «Responder»')
  })
})

describe('a mail server that', () => {
  test('takes its time over one mail: the product waits, sends no copy, and others go out past it', async () => {
    using folder = makeDataDir()
    await using mail = await startStrictMailServer()
    mail.behave('mail', ({ from }) => (from === 'Visitor 1' ? 'hold' : 'yes'))
    const writers = new Writers()
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    const reader = startReading(server.origin)
    await writers.send(server.origin, 'Visitor 1')
    await until(
      () => mail.taken.length,
      (count) => count === 1,
    )
    // The product is at its work for a while: many more mails than it sends at once.
    for (const name of numbered(30, 2)) expect(await writers.send(server.origin, name)).toBe(201)
    await delivered(folder.dataDir, 30)
    expect(await oneOf(folder.dataDir, 'Visitor 1')).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(mail.taken).toHaveLength(31)
    mail.release()
    const messages = await delivered(folder.dataDir, 31)
    await reader.end()
    expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
    expect(mail.taken).toHaveLength(31)
  })

  test('refuses the office: it is seen everywhere, due again in a day, and goes out when the operator says so', async () => {
    using folder = makeDataDir()
    await using mail = await startStrictMailServer()
    const metricsPort = String(await freePort())
    const writers = new Writers()
    const settings = settingsFor(folder.dataDir, mail.url, { METRICS_PORT: metricsPort })
    await using server = await startServer({ settings })
    const reader = startReading(server.origin)
    mail.behave('RCPT', { reply: '550 No such user' })
    await writers.send(server.origin, 'Visitor 1')
    const refused = await inState(folder.dataDir, 'Visitor 1', 'refused')
    expect(refused.reason).toContain('550 No such user')
    expect(Number(refused.dueAt) - Number(refused.receivedAt)).toBeGreaterThanOrEqual(24 * 60 * minuteMs)
    expect(await readiness(server)).toMatchObject({ status: 'ready', mail: 'needs attention', refused: 1 })
    expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain(
      'contact_messages_refused 1\n',
    )
    expect((await runInbox(['list'], settings)).output).toMatch(/ refused .*550 No such user/)
    expect(eventsOf(server)).toContain('mail_refused')

    mail.release()
    await writers.send(server.origin, 'Visitor 2')
    await delivered(folder.dataDir, 1)
    await runInbox(['retry', '--all'], settings)
    const messages = await delivered(folder.dataDir, 2)
    await reader.end()
    expect(mail.taken.map(({ from }) => from)).toEqual(['Visitor 2', 'Visitor 1'])
    expectPromise({ messages, writers, taken: mail.taken, output: server.output() })
  })
})

test('without a mail server, messages wait, and the start says where and how to read them', async () => {
  using folder = makeDataDir()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir } })
  expect(await new Writers().send(server.origin, 'Visitor 1')).toBe(201)
  expect(await messagesIn(folder.dataDir)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  expect(server.output()).toContain(`${folder.dataDir}/messages.sqlite`)
  expect(server.output()).toContain('Mail is not set up (SMTP_URL)')
})

test('with one, the start says where mail goes, and never the password', async () => {
  using folder = makeDataDir()
  await using mail = await startMailServer()
  await using server = await startServer({
    settings: settingsFor(folder.dataDir, mail.url.replace('//', '//web:s3cret@')),
  })
  // The line after the one that says that it has started, and so perhaps a moment later.
  await until(server.output, (output) => output.includes(`mailed to office@example.org through 127.0.0.1:${mail.port}`))
  expect(server.output()).not.toContain('s3cret')
})

test('the log holds nothing that a visitor typed, and no address, whatever the mail server says', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url, { TRUST_PROXY: '1' }) })
  const typed = { name: 'Xaviera Quondam', email: 'xaviera@example.com', message: 'Zephyrine' }
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  const replies = ['554', '450', '999'].map((code) => `${code} ${typed.name} <${typed.email}> says ${typed.message}`)
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
  for (const word of [...Object.values(typed), 'Xaviera', '198.51.100.77']) expect(server.output()).not.toContain(word)
})

const oneOf = async (dataDir: string, wanted: string) => (await messagesIn(dataDir)).find(({ name }) => name === wanted)

async function inState(dataDir: string, name: string, state: MessageState) {
  const message = await until(
    () => oneOf(dataDir, name),
    (message) => message?.state === state,
  )
  return message ?? expect.unreachable()
}

const readiness = async ({ origin }: { origin: string }) => (await fetch(`${origin}/readyz`)).json()
const eventsOf = ({ output }: { output(): string }) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).event as string)
