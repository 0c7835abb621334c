import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Mail, outcomeOf, smtpMailer } from './mailer.ts'

const mail: Mail = {
  messageId: '<3f2b6f0e-9d0c-4c46-8a53-0d0f6c1f6a55@example.org>',
  date: new Date('2026-03-01T09:00:00Z'),
  subject: 'Contact : message de Léa Ñandú',
  text: 'Bonjour 🎉\n.\nFrom the start\n\nÀ bientôt',
  replyTo: { name: 'Léa "Ñ" Durand, Mme', address: 'lea@example.com' },
  language: 'fr',
}
const to = 'office@example.org, second@example.org'
const from = 'Web <web@example.org>'
const send = (smtpUrl: string, changes: Partial<Mail> = {}) =>
  smtpMailer({ smtpUrl, to, from }).send({ ...mail, ...changes })

test('the mail arrives to the letter, from the site, to the office, with the answer going to the visitor', async () => {
  await using server = await startMailServer()
  expect(await send(server.url)).toEqual({ kind: 'sent' })
  const [received] = server.mails
  expect(received?.envelope).toEqual({
    from: 'web@example.org',
    to: ['office@example.org', 'second@example.org'],
  })
  expect(received?.email).toMatchObject({
    from: { name: 'Web', address: 'web@example.org' },
    replyTo: [{ name: 'Léa "Ñ" Durand, Mme', address: 'lea@example.com' }],
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date.toISOString(),
  })
  expect(received?.email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(mail.text)
  const headers = Object.fromEntries(received?.email.headers.map(({ key, value }) => [key, value]) ?? [])
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'fr' })
  expect(headers['content-type']).toContain('utf-8')
})

test('nothing in a visitor’s name or words becomes a header or a recipient', async () => {
  await using server = await startMailServer()
  const attempts = ['Ana\r\nBcc: victim@example.com', 'Ana <victim@example.com>,', '=?utf-8?q?=0ABcc=3A_victim?=']
  for (const name of attempts)
    await send(server.url, {
      replyTo: { name, address: 'ana@example.com' },
      subject: `Contacto: mensaje de ${name}`,
      text: `\r\n.\r\nMAIL FROM:<victim@example.com>\r\n${name}`,
    })
  expect(server.mails).toHaveLength(attempts.length)
  for (const { envelope, email } of server.mails) {
    expect(envelope.to).toEqual(['office@example.org', 'second@example.org'])
    expect(email.to?.map(({ address }) => address)).toEqual(envelope.to)
    expect(email.replyTo?.map(({ address }) => address)).toEqual(['ana@example.com'])
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(email.cc ?? []).toEqual([])
  }
})

test.each([
  [{ refuse: 451, at: 'sender' }, 'deferred'],
  [{ refuse: 450, at: 'recipient' }, 'deferred'],
  [{ refuse: 452, at: 'data' }, 'deferred'],
  [{ refuse: 421, at: 'sender' }, 'unreachable'],
  [{ refuse: 530, at: 'sender' }, 'unreachable'],
  [{ refuse: 550, at: 'recipient' }, 'refused'],
  [{ refuse: 554, at: 'data' }, 'refused'],
] as const)('a server that answers %o: the mail is %s', async (behaviour, kind) => {
  await using server = await startMailServer()
  server.behave(behaviour)
  expect(await send(server.url)).toMatchObject({ kind, reason: expect.stringContaining(String(behaviour.refuse)) })
})

test('a server that hangs up in the middle is unreachable', async () => {
  await using server = await startMailServer()
  server.behave('vanish')
  expect((await send(server.url)).kind).toBe('unreachable')
})

test('a port where nobody listens is unreachable', async () => {
  const server = await startMailServer()
  await server.stop()
  expect(await send(server.url)).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') })
})

test('what answers but is no mail server is unreachable', async () => {
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as { port: number }
  expect((await send(`smtp://127.0.0.1:${port}`)).kind).toBe('unreachable')
  web.close()
})

test('the server’s login is used, over STARTTLS', async () => {
  const logins: unknown[] = []
  await using server = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, session, callback) => {
      logins.push({ username, password, secure: session.secure })
      if (password === 'right') callback(null, { user: username })
      else callback(Object.assign(new Error('no'), { responseCode: 535 }))
    },
  })
  expect((await send(server.url.replace('//', '//web:right@'))).kind).toBe('sent')
  expect(logins).toEqual([{ username: 'web', password: 'right', secure: true }])
  // A wrong password is no fault of the message: it waits until somebody has mended the settings.
  expect(await send(server.url.replace('//', '//web:wrong@'))).toMatchObject({ kind: 'unreachable' })
})

test('a failure without a code of the server’s is judged by where it happened', () => {
  const failure = (code: string, responseCode?: number) =>
    outcomeOf(Object.assign(new Error('?'), { code, responseCode }))
  expect(failure('ETIMEDOUT').kind).toBe('unreachable')
  expect(failure('EDNS').kind).toBe('unreachable')
  expect(failure('EMESSAGE').kind).toBe('refused')
  expect(failure('EAUTH', 535).kind).toBe('unreachable')
})
