import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { DEFAULT_CIPHERS } from 'node:tls'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { type Step, startStrictMailServer } from '../../../tests/support/strict-mail-server.ts'
import { checkMessage } from '../../shared/contact/message-rules.ts'
import type { Outcome } from '../messages/message-store.ts'
import { buildMail } from './build-mail.ts'
import type { Mail } from './mailer.ts'
import { isLoopback, smtpLimits, smtpMailer } from './smtp-mailer.ts'

const mail: Mail = {
  messageId: '<3f2b6f0e-9d0c-4c46-8a53-0d0f6c1f6a55@example.org>',
  subject: 'Contact : message de Léa Ñandú',
  text: 'Bonjour 🎉\n.\nFrom the start\n\nÀ bientôt',
  replyTo: { name: 'Léa "Ñ" Durand, Mme', address: 'lea@example.com' },
  language: 'fr',
  mayBeRepeat: false,
}
const to = 'office@example.org, second@example.org'
const from = 'Web <web@example.org>'
const greeting = 'www.example.org'
type Sending = { changes?: Partial<Mail>; limits?: Partial<typeof smtpLimits>; signal?: AbortSignal }
/** A mailer, with what it logs. */
function mailerFor(smtpUrl: string, limits: Partial<typeof smtpLimits> = {}) {
  const log: string[] = []
  const settings = { ...smtpLimits, ...limits }
  const mailer = smtpMailer({ smtpUrl, greeting }, (event, line) => log.push(`${event}: ${line}`), settings)
  const attempt = async ({ changes, signal = new AbortController().signal }: Sending = {}) =>
    mailer.send(await buildMail({ ...mail, ...changes }, { to, from }), signal)
  return { log, attempt }
}
const send = (smtpUrl: string, { limits, ...sending }: Sending = {}) => mailerFor(smtpUrl, limits).attempt(sending)

test('the mail arrives to the letter, from the site, to the office, with the answer going to the visitor', async () => {
  await using server = await startStrictMailServer()
  const before = Date.now()
  expect(await send(server.url)).toEqual({ kind: 'sent' })
  expect(server.taken[0]?.envelope).toEqual(['web@example.org', 'office@example.org', 'second@example.org'])
  const received = await PostalMime.parse(server.taken[0]?.raw ?? '')
  expect(received).toMatchObject({
    from: { name: 'Web', address: 'web@example.org' },
    replyTo: [{ name: 'Léa "Ñ" Durand, Mme', address: 'lea@example.com' }],
    subject: mail.subject,
    messageId: mail.messageId,
  })
  // Mail servers reject a mail that seems days old, so its date is that of the attempt, in whole seconds.
  expect(Date.parse(received.date ?? '')).toBeGreaterThan(before - 1_000)
  expect(received.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(mail.text)
  const headers = Object.fromEntries(received.headers.map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'fr' })
  expect(headers['content-type']).toContain('utf-8')
  expect(headers).not.toHaveProperty('x-may-be-repeat')
  await send(server.url, { changes: { mayBeRepeat: true } })
  expect(server.taken[1]?.mayBeRepeat).toBe(true)
})

/** Names as the form takes them, most of them made of what means something in a mail's header. */
const nastyName = fc
  .array(
    fc.oneof(
      fc.constantFrom('=?', '?=', '?Q?', '?b?', 'utf-8', 'iso-8859-1', '=?utf-8?Q?', '=0D=0A', '=E2=80=AE', 'DQpCY2M6'),
      fc.constantFrom('=?utf-8?Q?Police_=0D=0ABcc:_x@y=E2=80=AE?=', '=?utf-8?B?DQpCY2M6?=', ' ', '  ', '_', '"', '\\'),
      fc.constantFrom('<', '>', '(', ')', ',', ';', ':', '@', '$&', 'Ana', 'é', '🎉', 'م', '\u200f', '\u00a0', '?'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => checkMessage({ name: parts.join(''), email: 'ana@example.com', message: 'Hola' }))
  .filter((checked) => checked.kind === 'accepted')
  .map(({ message }) => message.name)

test('every name is read as it was typed, also one that looks like an encoded word, and names no recipient', async () => {
  await using server = await startStrictMailServer()
  const isReadAsTyped = async (name: string) => {
    const subject = `Contacto: mensaje de ${name}`
    const changes = { replyTo: { name, address: 'ana@example.com' }, subject }
    expect(await send(server.url, { changes })).toEqual({ kind: 'sent' })
    const { raw = '' } = server.taken.at(-1) ?? {}
    const { to, cc, bcc, replyTo, ...read } = await PostalMime.parse(raw)
    expect([to?.map(({ address }) => address), cc, bcc]).toEqual([
      ['office@example.org', 'second@example.org'],
      undefined,
      undefined,
    ])
    expect([read.subject, replyTo]).toEqual([subject, [{ name, address: 'ana@example.com' }]])
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
  }
  await isReadAsTyped(`=?utf-8?Q?=0D=0A${'🎉x'.repeat(40)}?=`)
  await fc.assert(fc.asyncProperty(nastyName, isReadAsTyped), { numRuns: 60 })
  for (const local of ['a..b', '.a', 'a.', 'a.b']) {
    await send(server.url, { changes: { replyTo: { name: 'Ana', address: `${local}@example.com` } } })
    expect(server.taken.at(-1)?.raw).toContain(local === 'a.b' ? ' <a.b@' : ` <"${local}"@`)
  }
  expect(server.faults).toEqual([])
})

test('where one of the office’s addresses is refused the others get it, and that is reported', async () => {
  await using server = await startStrictMailServer()
  server.behave('RCPT', () => (server.reached.RCPT === 1 ? { reply: '550 No such user' } : 'yes'))
  expect(await send(server.url)).toEqual({ kind: 'sent', rejectedRecipients: 1 })
  expect(server.taken).toHaveLength(1)
})

const steps: Step[] = ['connection', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'mail']

test.each<[Step, reply: string, Outcome['kind']]>([
  // The server has only sender and recipients, so no refusal is about the mail's content.
  ['connection', '554 No service', 'away'],
  ['MAIL', '451 Later', 'deferred'],
  ['MAIL', '421 Closing', 'away'],
  ['MAIL', '530 Log in first', 'away'],
  ['MAIL', '539 Odd', 'refused'],
  ['RCPT', '450 Busy', 'deferred'],
  ['RCPT', '550-No\r\n550 such user', 'refused'],
  ['DATA', '554 No', 'refused'],
  // The server has received the whole mail.
  ['mail', '421 Closing', 'deferred'],
  ['mail', '530 Odd', 'refused'],
  ['mail', '999 What?', 'unknown'],
])('a server that answers at %s with %j: %s', async (step, reply, kind) => {
  await using server = await startStrictMailServer()
  server.behave(step, { reply })
  expect(await send(server.url)).toEqual({ kind, reason: expect.stringContaining(reply.split('\r')[0] as string) })
  expect(server.taken).toHaveLength(step === 'mail' ? 1 : 0)
  expect(server.faults).toEqual([])
})

test.each(steps)(
  'a server that goes silent at %s is away until it has the mail, and then the outcome is unknown; a stop does not wait for it',
  async (step) => {
    const has = step === 'mail' ? 1 : 0
    for (const conduct of ['hang up', 'hold', 'trickle'] as const) {
      await using server = await startStrictMailServer()
      server.behave(step, conduct)
      // On a busy machine, the steps before this one take their time.
      const commandMs = has ? 60_000 : 100
      const { kind, ...details } = await send(server.url, {
        limits: { connectMs: commandMs, commandMs, answerMs: 400 },
      })
      expect([conduct, kind, server.taken.length]).toEqual([conduct, has ? 'unknown' : 'away', has])
      if (has && conduct !== 'hang up')
        expect(details).toEqual({ reason: 'The mail server has not answered for 0.4 s.' })
      // An attempt that was given up leaves no connection.
      await expect.poll(server.open).toBe(0)
    }
    await using server = await startStrictMailServer()
    server.behave(step, 'hold')
    const stopping = new AbortController()
    const sent = send(server.url, { signal: stopping.signal })
    await expect.poll(() => server.reached[step]).toBe(1)
    stopping.abort()
    // What was sent waits for the answer.
    if (has) server.release()
    expect(await sent).toEqual(has ? { kind: 'sent' } : { kind: 'away', reason: 'This server is stopping.' })
    expect((await send(server.url, { signal: stopping.signal })).kind).toBe('away')
  },
)

/** A mail server with a self-signed certificate, which takes the password "right". @returns its port and what it learnt */
async function startTlsServer(options: SMTPServerOptions = {}) {
  const sessions: unknown[] = []
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 1,
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (password === 'right') callback(null, { user: username })
      else callback(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onData: (stream, { secure, user, hostNameAppearsAs: name }, callback) => {
      sessions.push({ secure, user, name })
      stream.resume().on('end', () => callback())
    },
    ...options,
  })
  server.on('error', () => undefined)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, port: (server.server.address() as AddressInfo).port, sessions }
}

test('the mail server is greeted with our name, and its login used, over STARTTLS', async () => {
  const { port, sessions } = await startTlsServer()
  expect((await send(`smtp://web:right@127.0.0.1:${port}`)).kind).toBe('sent')
  expect(sessions).toEqual([{ user: 'web', secure: true, name: greeting }])
  // A wrong password is no fault of the message: it waits until somebody has mended the settings.
  expect(await send(`smtp://web:wrong@127.0.0.1:${port}`)).toMatchObject({ kind: 'away' })
})

// 0.0.0.0 is this machine, but not by its own names: what holds for any other host.

test.each<[string, SMTPServerOptions]>([
  ['a self-signed certificate', {}],
  ['TLS of 1999 alone', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }],
])('without a login, a mail is encrypted where that is possible: with %s', async (_what, options) => {
  const { port, sessions } = await startTlsServer(options)
  expect(await send(`smtp://0.0.0.0:${port}`)).toEqual({ kind: 'sent' })
  expect(sessions).toMatchObject([{ secure: true }])
})

test('without a login, each attempt tries TLS; a mail goes without it, which is logged, only if TLS failed before too', async () => {
  // Its key is for other ciphers.
  const whole: SMTPServerOptions = { maxVersion: 'TLSv1.3', ciphers: DEFAULT_CIPHERS }
  const broken: SMTPServerOptions = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }
  const { server, port, sessions } = await startTlsServer(broken)
  const { log, attempt } = mailerFor(`smtp://0.0.0.0:${port}`)
  // At the same time: neither has seen the other fail.
  for (const outcome of await Promise.all([attempt(), attempt()]))
    expect(outcome).toEqual({ kind: 'away', reason: expect.stringContaining('handshake failure') })
  server.updateSecureContext(whole)
  expect(await attempt()).toEqual({ kind: 'sent' })
  server.updateSecureContext(broken)
  expect(await attempt()).toMatchObject({ kind: 'away' })
  expect(log).toEqual([])
  expect(await attempt()).toEqual({ kind: 'sent' })
  expect(log).toEqual([expect.stringMatching(/mail_unencrypted: .*handshake failure/)])
  server.updateSecureContext(whole)
  expect(await attempt()).toEqual({ kind: 'sent' })
  expect(sessions).toMatchObject([true, false, true].map((secure) => ({ secure })))
  // One that offers TLS and refuses it.
  await using other = await startStrictMailServer()
  other.behave('EHLO', { reply: '250-mail.example.org\r\n250 STARTTLS' })
  const refused = mailerFor(other.url)
  expect(await refused.attempt()).toEqual({ kind: 'away', reason: '503 Not now' })
  expect(await refused.attempt()).toEqual({ kind: 'sent' })
  expect(refused.log).toEqual([expect.stringContaining('503 Not now')])
})

test.each([
  ['smtp', false],
  ['smtps', true],
])('a login is sent only to a server whose certificate is verified: %s', async (scheme, secure) => {
  const { port, sessions } = await startTlsServer({ secure })
  const outcome = await send(`${scheme}://web:right@0.0.0.0:${port}`)
  expect(outcome).toEqual({ kind: 'away', reason: expect.stringContaining('certificate') })
  expect(sessions).toEqual([])
})

test('nothing is taken for this machine but its own names and addresses', () => {
  const own = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']
  const others = ['0.0.0.0', '[::]', 'mail.example.org', '127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1']
  expect([...own, ...others].filter(isLoopback)).toEqual(own)
})

test('a mail server may take ten minutes to reply to a mail (RFC 5321, section 4.5.3.2.6)', () => {
  expect(smtpLimits.answerMs).toBe(600_000)
})
