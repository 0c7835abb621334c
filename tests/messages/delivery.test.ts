import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { composeMail } from '../../src/server/mail/compose-mail.ts'
import type { Message } from '../../src/server/messages/message-store.ts'
import { initialLanguage, languages, publishedLanguages } from '../../src/shared/languages.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { freePort } from '../support/free-port.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { filled, messagesIn, sendJson, settingsFor } from './submissions.ts'

// The last one is a language that the site no longer has: its mail is in the initial language.
test.each([...publishedLanguages, 'pt'])(
  'the mail of a message in %s has its words and all that the office needs',
  async (kept) => {
    const site = await readBuiltSite()
    const receivedAt = new Date('2026-03-01T09:00:00Z')
    const id = randomUUID()
    const message = { ...filled, id, language: kept, receivedAt, possibleCopies: 0 } as Message
    const mail = composeMail(message, site, '"Web@S.L." <web@cárnicas.example>')
    const language = publishedLanguages.find((one) => one === kept) ?? initialLanguage
    const { timeZone } = site.settings
    const day = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone })
    expect(mail).toMatchObject({ messageId: `<${id}@xn--crnicas-hwa.example>`, language, mayBeRepeat: false })
    expect(mail.replyTo).toEqual({ name: filled.name, address: filled.email })
    for (const part of [contactTextsOf(language).title, filled.name]) expect(mail.subject).toContain(part)
    const address = encodeURI(pageOf('contact', language).address)
    for (const part of [filled.message, filled.name, filled.email, id.slice(0, 8), day.format(receivedAt), address])
      expect(mail.text).toContain(part)
    expect(mail.text).not.toMatch(/\{\{|\}\}/)

    const repeat = composeMail({ ...message, possibleCopies: 1 }, site, '"Web@S.L." <web@cárnicas.example>')
    const [firstLine] = repeat.text.split('\n')
    expect(firstLine).toContain(site.mail[language].may_be_repeat.split('{{')[0])
    expect(repeat).toEqual({ ...mail, mayBeRepeat: true, text: `${firstLine}\n\n${mail.text}` })
  },
)

test('the log is one JSON object a line; log and metrics contain nothing that a visitor typed, and no address, whatever the mail server replies', async () => {
  await using mail = await startStrictMailServer()
  const METRICS_PORT = String(await freePort())
  // What a package warns of has several lines. A server that may not list its addresses, as under systemd, listens all the same.
  const preload = `
    import os from 'node:os'
    os.networkInterfaces = () => { throw new Error('97') }
    process.on('SIGUSR2', () => process.emitWarning('One.\\nTwo.'))`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`
  const settings = settingsFor(mail.url, { HOST: '0.0.0.0', TRUST_PROXY: '1', METRICS_PORT, NODE_OPTIONS })
  await using server = await startServer({ settings })
  const typed = { name: 'Xaviera Quondam', email: 'xaviera@example.com', message: 'Zephyrine' }
  const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': 'Xaviera/1.0' }
  const linesOf = () =>
    server
      .output()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const reply of ['250 Taken', '554 No', '450 Later', '999 What?'].map((words) => `${words}: ${typed.message}`)) {
    mail.behave('mail', { reply })
    await sendJson(server.origin, { ...typed, id: randomUUID() }, headers)
    const newest = async () => (await messagesIn(server.dataDir))[0]
    await expect.poll(newest).toMatchObject(reply.startsWith('250') ? { state: 'delivered' } : { reason: reply })
  }
  const begun = { 'content-type': 'application/json', 'content-length': 9, expect: '100-continue' }
  const cutOff = request(`${server.origin}/api/contact`, { method: 'POST', headers: begun })
  cutOff.on('error', () => undefined).flushHeaders()
  // The server has the request.
  await once(cutOff, 'continue')
  await sendJson(server.origin, `{"name":"${typed.name}`)
  cutOff.destroy()
  await fetch(`${server.origin}/${typed.message}?q=${typed.email}`)
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  for (const line of [
    'http_request_duration_seconds_count{to="contact",status="201"} 4\n',
    'http_request_duration_seconds_count{to="contact",status="503"} 0\n',
    'http_request_duration_seconds_count{to="contact",status="aborted"} 1\n',
    'http_request_duration_seconds_count{to="site",status="404"} 2\n',
    'log_events_total{event="mail_sent",level="info"} 1\n',
    'log_events_total{event="crashed",level="error"} 0\n',
    'contact_messages{state="refused"} 1\n',
  ])
    await expect.poll(metrics).toContain(line)
  const measured = await metrics()
  server.signal('SIGUSR2')
  await expect.poll(server.output).toContain('Warning: One.')
  await server.stop()
  const events = linesOf().map(({ event }) => event)
  for (const event of ['started', 'mail_sent', 'mail_refused', 'mail_deferred', 'mail_unknown', 'warned', 'stopped'])
    expect(events).toContain(event)
  for (const line of linesOf()) {
    expect(Date.parse(String(line.time))).not.toBeNaN()
    expect(['info', 'warn', 'error']).toContain(line.level)
    expect(line.instance).toMatch(/^[^:]+:\d+$/)
  }
  for (const word of [...Object.values(typed), 'Xaviera', '198.51.100.77'])
    expect(server.output() + measured).not.toContain(word)
})
