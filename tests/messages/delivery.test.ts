import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SqliteStore } from '../../src/server/store/sqlite-store.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { type MailServer, startMailServer } from '../../src/testing/mail-server.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { makeDataDir, type ServerProcess, startServer } from '../support/server-process.ts'
import { forEachLanguage } from '../support/words.ts'
import { filled, sendJson, until } from './submissions.ts'

/** The settings of a site whose mail goes to a server, in place or still to come. */
const settingsFor = (dataDir: string, mailUrl: string, changes: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  SMTP_URL: mailUrl,
  CONTACT_TO: 'office@example.org',
  CONTACT_FROM: 'web@example.org',
  CONTACT_LIMIT: '0',
  ...changes,
})

/** What the operator would see. */
async function list(dataDir: string) {
  const store = new SqliteStore(dataDir, { count: 0, windowMs: 0 })
  const messages = await store.list()
  await store.close()
  return messages
}

const send = async (server: ServerProcess, name: string) => {
  const answer = await sendJson(server.origin, { ...filled, id: randomUUID(), name })
  return answer.status
}
const namesOf = ({ mails }: MailServer) => mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()
const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `Visitor ${from + index}`)
const messageIdsOf = ({ mails }: MailServer) => mails.map(({ email }) => email.messageId)

describe('the mail to the office', () => {
  test.each(allLanguages)(
    'is in the language of the visitor’s page, and Reply answers the visitor (%s)',
    async (language) => {
      using folder = makeDataDir()
      await using mail = await startMailServer()
      await using server = await startServer({
        settings: settingsFor(folder.dataDir, mail.url, { SITE_ORIGIN: 'https://www.example.org' }),
      })
      await sendJson(server.origin, { ...filled, id: randomUUID(), language })
      const [received] = await until(
        () => mail.mails,
        ({ length }) => length === 1,
      )
      const { email, envelope } = received ?? expect.unreachable()
      const [message] = await until(
        () => list(folder.dataDir),
        (messages) => messages[0]?.state === 'delivered',
      )
      expect(envelope).toEqual({ from: 'web@example.org', to: ['office@example.org'] })
      expect(email.replyTo).toEqual([{ name: filled.name, address: filled.email }])
      expect(email.messageId).toBe(`<${message?.id}@example.org>`)
      const { title } = contactTextsOf(language)
      expect(email.subject).toContain(title)
      expect(email.subject).toContain(filled.name)
      const text = email.text?.replaceAll('\r\n', '\n') ?? ''
      expect(text).toContain(filled.message)
      expect(text).toContain(`${filled.name} <${filled.email}>`)
      expect(text).toContain(message?.id.slice(0, 8))
      // The pages name the origin that they were built with.
      expect(text).toContain(encodeURI(pageOf('contact', language).address))
      expect(text).not.toMatch(/\{\{|\}\}/)
      const answer = forEachLanguage(
        { es: 'Pulse «Responder»', en: 'Press Reply', fr: 'cliquez sur « Répondre »' },
        () => filled.email,
      )
      expect(text).toContain(answer[language])
      expect(text).toMatch(
        forEachLanguage({ es: /\d{1,2} de \p{L}+ de \d{4}/u }, () => /\d{1,2} \p{L}+ \d{4}/u)[language],
      )
    },
  )

  test('is one, however often a submission is repeated', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer({ delayMs: 100 })
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    const submission = { ...filled, id: randomUUID() }
    await Promise.all(Array.from({ length: 20 }, () => sendJson(server.origin, submission)))
    await until(
      () => list(folder.dataDir),
      ([message]) => message?.state === 'delivered',
    )
    await sendJson(server.origin, submission)
    // Whatever else there was to send has its turn before this one.
    await send(server, 'The last')
    await until(
      () => namesOf(mail),
      (names) => names.includes('The last'),
    )
    expect(mail.mails).toHaveLength(2)
  })

  test('never goes to the visitor, whoever the visitor says to be', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await sendJson(server.origin, { ...filled, id: randomUUID(), email: 'office@example.org' })
    await sendJson(server.origin, { ...filled, id: randomUUID(), name: 'a@example.net, b@example.net' })
    await until(
      () => mail.mails,
      ({ length }) => length === 2,
    )
    for (const { envelope } of mail.mails) expect(envelope.to).toEqual(['office@example.org'])
  })

  test('is not sent for a robot that filled the trap field', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await sendJson(server.origin, { ...filled, id: randomUUID(), name: 'Robot', website: 'https://spam.example' })
    await send(server, 'Person')
    await until(
      () => list(folder.dataDir),
      (messages) => messages.some(({ state }) => state === 'delivered'),
    )
    expect(namesOf(mail)).toEqual(['Person'])
  })
})

describe('a mail server that fails', () => {
  test('is away, and comes back: what was accepted meanwhile is delivered, once', async () => {
    using folder = makeDataDir()
    const first = await startMailServer()
    await using server = await startServer({ settings: settingsFor(folder.dataDir, first.url) })
    expect(await send(server, 'Visitor 1')).toBe(201)
    await until(
      () => first.mails,
      ({ length }) => length === 1,
    )
    await first.stop()

    for (const name of numbered(3, 2)) expect(await send(server, name)).toBe(201)
    await until(
      () => list(folder.dataDir),
      (messages) => messages.some(({ reason }) => reason?.includes('ECONNREFUSED')),
    )
    expect((await fetch(server.origin)).status).toBe(200)

    await using back = await startMailServer({ port: first.port })
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    expect(namesOf(back)).toEqual(numbered(3, 2))
  })

  test('hangs: nobody waits for it, and the mail is delivered once it answers', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    mail.behave('hang')
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await send(server, 'Visitor 1')
    await until(mail.attempts, (count) => count === 1)
    // The server takes messages and gives pages as if nothing were amiss.
    expect(await send(server, 'Visitor 2')).toBe(201)
    expect((await fetch(server.origin)).status).toBe(200)
    mail.behave('accept')
    // The attempt that hangs ends by itself (30 s without a word), and is made again.
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    expect(namesOf(mail)).toEqual(numbered(2))
  })

  test('vanishes in the middle of a mail, again and again: the same mail arrives in the end', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    mail.behave('vanish')
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await send(server, 'Visitor 1')
    await until(mail.attempts, (count) => count >= 3)
    mail.behave('accept')
    const [message] = await until(
      () => list(folder.dataDir),
      ([message]) => message?.state === 'delivered',
    )
    expect(messageIdsOf(mail)).toEqual([`<${message?.id}@example.org>`])
  })

  test('refuses for now: the mail waits with the reason, the next ones pass it, and it arrives later', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    mail.behave({ refuse: 450, at: 'recipient' })
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await send(server, 'Visitor 1')
    const [waiting] = await until(
      () => list(folder.dataDir),
      ([message]) => message?.reason !== undefined,
    )
    expect(waiting).toMatchObject({ state: 'waiting', reason: expect.stringContaining('450') })
    mail.behave('accept')
    await send(server, 'Visitor 2')
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    expect(namesOf(mail)).toEqual(numbered(2))
  })

  test('refuses for good: the mail is not tried again, and the operator sees why', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer()
    mail.behave({ refuse: 554, at: 'data' })
    await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url) })
    await send(server, 'Visitor 1')
    const [refused] = await until(
      () => list(folder.dataDir),
      ([message]) => message?.state === 'refused',
    )
    expect(refused).toMatchObject({ attempts: 1, reason: expect.stringContaining('554') })
    mail.behave('accept')
    await send(server, 'Visitor 2')
    await until(
      () => mail.mails,
      ({ length }) => length === 1,
    )
    expect(namesOf(mail)).toEqual(['Visitor 2'])
    expect(server.output()).toContain(`Message ${refused?.id} refused: `)
  })
})

describe('a server that ends', () => {
  test('killed in the middle of a burst: every acknowledged message is delivered, and at most one twice', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer({ delayMs: 15 })
    const settings = settingsFor(folder.dataDir, mail.url)
    const acknowledged: string[] = []
    for (const round of [1, 2, 3]) {
      await using server = await startServer({ settings })
      const burst = numbered(30, round * 100).map((name) =>
        send(server, name).then(
          (status) => void (status === 201 && acknowledged.push(name)),
          // The connection was cut: nobody was told that the message is kept.
          () => undefined,
        ),
      )
      await until(
        () => mail.mails,
        ({ length }) => length >= round * 12,
      )
      await server.kill()
      await Promise.all(burst)
    }
    const killed = [...mail.mails]
    await using server = await startServer({ settings })
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    await server.stop()

    expect(acknowledged.length).toBeGreaterThan(20)
    expect(killed.length).toBeLessThan(acknowledged.length)
    const names = namesOf(mail)
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
    // One kill, one repeat at most: three kills, three.
    const repeats = names.length - new Set(names).size
    expect(repeats).toBeLessThanOrEqual(3)
    // And a repeat can be told from a new message.
    expect(new Set(messageIdsOf(mail)).size).toBe(new Set(names).size)
  })

  test('told to stop: the mail under way is finished, none is sent twice, the rest waits for the next start', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer({ delayMs: 200 })
    const settings = settingsFor(folder.dataDir, mail.url)
    const first = await startServer({ settings })
    for (const name of numbered(5)) await send(first, name)
    await until(
      () => mail.mails,
      ({ length }) => length >= 2,
    )
    expect(await first.stop()).toBe(0)
    const delivered = (await list(folder.dataDir)).filter(({ state }) => state === 'delivered')
    expect(delivered).toHaveLength(mail.mails.length)
    expect(delivered.length).toBeLessThan(5)

    await using _second = await startServer({ settings })
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    expect(namesOf(mail)).toEqual(numbered(5))
  })

  test('two servers at one store, as in an upgrade: no mail is sent twice, and the second takes over', async () => {
    using folder = makeDataDir()
    await using mail = await startMailServer({ delayMs: 10 })
    const settings = settingsFor(folder.dataDir, mail.url)
    const old = await startServer({ settings })
    await using next = await startServer({ settings })
    await Promise.all(numbered(20).map((name, index) => send(index % 2 ? old : next, name)))
    await until(
      () => mail.mails,
      ({ length }) => length >= 5,
    )
    await old.stop()
    await Promise.all(numbered(5, 21).map((name) => send(next, name)))
    await until(
      () => list(folder.dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered'),
    )
    expect(namesOf(mail)).toEqual(numbered(25).sort())
  })
})

test('without a mail server, messages wait, and the start says where and how to read them', async () => {
  using folder = makeDataDir()
  await using server = await startServer({ settings: { DATA_DIR: folder.dataDir } })
  expect(await send(server, 'Visitor 1')).toBe(201)
  expect(await list(folder.dataDir)).toMatchObject([{ state: 'waiting', attempts: 0 }])
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
  await expect.poll(server.output).toContain(`mailed to office@example.org through 127.0.0.1:${mail.port}`)
  expect(server.output()).not.toContain('s3cret')
})

test('the log holds nothing that a visitor typed, and no address', async () => {
  using folder = makeDataDir()
  await using mail = await startMailServer()
  await using server = await startServer({ settings: settingsFor(folder.dataDir, mail.url, { TRUST_PROXY: '1' }) })
  const typed = { name: 'Xaviera Quondam', email: 'xaviera@example.com', message: 'Zephyrine' }
  mail.behave({ refuse: 554, at: 'data' })
  await sendJson(server.origin, { ...typed, id: randomUUID() }, { 'x-forwarded-for': '198.51.100.77' })
  await until(
    () => list(folder.dataDir),
    ([message]) => message?.state === 'refused',
  )
  await sendJson(server.origin, `{"name":"${typed.name}`)
  await fetch(`${server.origin}/${typed.message}?q=${typed.email}`)
  expect(server.output()).toContain('refused')
  for (const word of [...Object.values(typed), 'Xaviera', '198.51.100.77']) expect(server.output()).not.toContain(word)
})
