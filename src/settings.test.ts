import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const messageOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return 'no fault'
  } catch (error) {
    return error instanceof SettingsError ? error.message : `not a SettingsError: ${error}`
  }
}

test('with nothing set, or all left empty, it runs with the defaults of .env.example', () => {
  const defaults = readSettings({})
  const address = { host: '127.0.0.1', port: 3000, siteOrigin: 'http://127.0.0.1:3000', editPort: 3010 }
  expect(defaults).toMatchObject({ ...address, dataDir: 'data', retentionDays: 365, contactLimit: 20, trustProxy: 0 })
  const names = readFileSync('.env.example', 'utf8').match(/(?<=^#)[A-Z_]+(?==)/gm) ?? []
  expect(names.length).toBeGreaterThanOrEqual(14)
  expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
})

test('reads what is set, and writes addresses as browsers and resolvers do', () => {
  const settings = readSettings({
    HOST: '::1',
    PORT: '8080',
    SMTP_URL: 'smtps://web:100%25%2F%3F%23@Correo.España.example:465/',
    CONTACT_TO: 'office@example.org, Second Office <second@example.org>',
    DATABASE_URL: 'postgres://web:p$w ord%2F%x100%@db.example.org:5432/site?sslmode=require&sslrootcert=/etc/ca.pem',
    METRICS_PORT: '9100',
    LISTEN_FDS: '1',
    LISTEN_PID: String(process.pid),
    EDIT_PUBLISH: ' git push ',
  })
  expect(settings).toMatchObject({
    host: '::1',
    port: 8080,
    siteOrigin: 'http://[::1]:8080',
    mail: {
      smtpUrl: 'smtps://web:100%25%2F%3F%23@correo.xn--espaa-rta.example:465/',
      to: 'office@example.org, Second Office <second@example.org>',
      from: 'office@example.org',
    },
    databaseUrl:
      'postgres://web:p$w%20ord%2F%25x100%25@db.example.org:5432/site?sslmode=require&sslrootcert=/etc/ca.pem',
    metricsPort: 9100,
    listenFd: 3,
    editPublish: 'git push',
  })
  // A socket that was handed over to another process is left alone.
  expect(readSettings({ LISTEN_FDS: '1', LISTEN_PID: '1' }).listenFd).toBeUndefined()
  const originOf = (environment: Record<string, string>) => readSettings(environment).siteOrigin
  expect(originOf({ SITE_ORIGIN: 'https://WWW.España.example:443/' })).toBe('https://www.xn--espaa-rta.example')
  expect(originOf({ HOST: 'Server.local', PORT: '80' })).toBe('http://server.local')
})

const invalid = {
  SITE_ORIGIN: ['www.example.org', 'https://www.example.org/site', 'ftp://example.org', 'https://me@example.org'],
  HOST: ['999.1.1.1', 'my server', 'example.org/site'],
  PORT: ['http', '-1', '65536', '3000.5'],
  EDIT_PORT: ['any'],
  METRICS_PORT: ['on', '0'],
  RETENTION_DAYS: ['0', 'year', '36501'],
  CONTACT_LIMIT: ['none', '1.5'],
  TRUST_PROXY: ['yes', '-1'],
}

test('every invalid setting is reported with its remedy, all of them at once', () => {
  for (let index = 0; index < 4; index++) {
    const given = Object.entries(invalid).map(([name, values]) => [name, values[index] ?? values[0] ?? ''] as const)
    const [head, ...faults] = messageOf(Object.fromEntries(given)).split('\n')
    expect(head).toBe(`Cannot start: ${given.length} settings need attention.`)
    for (const [name, value] of given)
      expect(faults.join('\n')).toMatch(new RegExp(`^  ${name} +is "${value}"\\. Give `, 'm'))
  }
})

test.each([
  'https://web:s3cret@mail.example.org',
  's3cret.example.org:25',
  'smtp:s3cret.example.org',
  // Unencoded, the beginning of a password that holds / ? or # would be the host's port.
  ...['smtp', 'postgres'].flatMap((scheme) => [
    ...['/', '?', '#', '/a?', '/a#'].map((sign) => `${scheme}://s3cret:2024${sign}Secreto@host.example.org/name`),
    `${scheme}://s3cret%e9:password@host.example.org/name`,
    // In .env, an unquoted # begins a comment.
    `${scheme}://web:s3cret`,
  ]),
  'smtp://web:s3cret100%@mail.example.org',
  'smtp://web:s3cret@mail%20server',
])('%s is reported as an invalid mail server and database, without its password', (address) => {
  const message = messageOf({ SMTP_URL: address, DATABASE_URL: address, CONTACT_TO: 'office@example.org' })
  expect(message).toContain('SMTP_URL      is not a valid mail server.')
  expect(message).toContain('DATABASE_URL  is not a valid PostgreSQL address.')
  expect(message.match(/write %2F for \//g)).toHaveLength(2)
  expect(message).not.toContain('s3cret')
})

test.each([
  ['smtp://web:s3cret@mail.example.org:465', 'smtps://user:password@mail.example.org:465'],
  ['smtps://mail.example.org:2587', 'smtp://mail.example.org:2587'],
])('%s, whose port is for another scheme, is reported with the right one: %s', (SMTP_URL, right) => {
  const message = messageOf({ SMTP_URL, CONTACT_TO: 'office@example.org' })
  expect(message).toMatch(new RegExp(`SMTP_URL  has port .*Give ${right}$`, 's'))
  expect(message).not.toContain('s3cret')
})

test('a mail server needs an address to write to', () => {
  const messageTo = (CONTACT_TO: string) => messageOf({ SMTP_URL: 'smtp://127.0.0.1', CONTACT_TO })
  for (const nobody of ['', ' ', ',']) expect(messageTo(nobody)).toContain('CONTACT_TO  is missing')
  const wrong = [
    'office',
    'a@example.org.',
    'a@example..org',
    'a@example.org;',
    'a@b.org\r\nBcc: b@c',
    'mailto:a@b.org',
  ]
  for (const address of [...wrong, 'Example, S.L. <a@b.org>', 'a@b.org (Office)', 'a@b.org?subject=x'])
    expect(messageTo(address)).toContain('which is not a valid address')
})
