import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSettingsFile, readSettings, SettingsError } from './settings.ts'

const messageOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return 'no fault'
  } catch (error) {
    return error instanceof SettingsError ? error.message : `not a SettingsError: ${error}`
  }
}

test('with nothing set, or all left empty, it runs with the defaults of .env.example', () => {
  const usual = readSettings({})
  expect(usual).toEqual({
    host: '127.0.0.1',
    port: 3000,
    siteOrigin: 'http://127.0.0.1:3000',
    dataDir: 'data',
    databaseUrl: undefined,
    mail: undefined,
    retentionDays: 365,
    contactLimit: 20,
    trustProxy: 0,
    metricsPort: undefined,
    listenFd: undefined,
    editPort: 3010,
    editPublish: undefined,
    drainSeconds: 0,
  })
  const names = readFileSync('.env.example', 'utf8').match(/(?<=^#)[A-Z_]+(?==)/gm) ?? []
  expect(names.length).toBeGreaterThanOrEqual(15)
  expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(usual)
})

test('reads what is set', () => {
  const settings = readSettings({
    HOST: '::1',
    PORT: '8080',
    DATA_DIR: '/srv/messages',
    DATABASE_URL: 'postgres://web:secret@db.example.org/website',
    SMTP_URL: 'smtps://web:secret@mail.example.org',
    CONTACT_TO: 'office@example.org, Second Office <second@example.org>',
    CONTACT_FROM: 'Web site <web@example.org>',
    RETENTION_DAYS: '30',
    CONTACT_LIMIT: '0',
    TRUST_PROXY: '2',
    METRICS_PORT: '9100',
    LISTEN_FDS: '1',
    LISTEN_PID: String(process.pid),
    EDIT_PORT: '3011',
    EDIT_PUBLISH: ' git push ',
    DRAIN_SECONDS: '10',
  })
  expect(settings).toEqual({
    host: '::1',
    port: 8080,
    siteOrigin: 'http://[::1]:8080',
    dataDir: '/srv/messages',
    databaseUrl: 'postgres://web:secret@db.example.org/website',
    mail: {
      smtpUrl: 'smtps://web:secret@mail.example.org',
      to: 'office@example.org, Second Office <second@example.org>',
      from: 'Web site <web@example.org>',
    },
    retentionDays: 30,
    contactLimit: 0,
    trustProxy: 2,
    metricsPort: 9100,
    listenFd: 3,
    editPort: 3011,
    editPublish: 'git push',
    drainSeconds: 10,
  })
})

test.each([
  [{ SITE_ORIGIN: 'https://www.example.org/' }, 'https://www.example.org'],
  [{ SITE_ORIGIN: 'https://WWW.Example.org:443' }, 'https://www.example.org'],
  [{ SITE_ORIGIN: 'https://halal.españa.example' }, 'https://halal.xn--espaa-rta.example'],
  [{ PORT: '80' }, 'http://127.0.0.1'],
  [{ HOST: 'Server.local', PORT: '8080' }, 'http://server.local:8080'],
])('%j: the origin as browsers write it, %s', (environment, origin) => {
  expect(readSettings(environment).siteOrigin).toBe(origin)
})

test('the first receiver is the sender where none is named', () => {
  const { mail } = readSettings({ SMTP_URL: 'smtp://127.0.0.1', CONTACT_TO: 'a@example.org, b@example.org' })
  expect(mail?.from).toBe('a@example.org')
})

test.each([
  ['smtp://correo.españa.example:587', 'smtp://correo.xn--espaa-rta.example:587'],
  ['smtp://web:100%25%2F%3F%23@Mail.Example.org/', 'smtp://web:100%25%2F%3F%23@mail.example.org/'],
  ['smtps://[::1]:465', 'smtps://[::1]:465'],
  ['smtp://mail_server', 'smtp://mail_server'],
])('the mail server %s is looked up as %s', (SMTP_URL, smtpUrl) => {
  expect(readSettings({ SMTP_URL, CONTACT_TO: 'office@example.org' }).mail?.smtpUrl).toBe(smtpUrl)
})

test('a socket that was handed over to another process is left alone', () => {
  expect(readSettings({ LISTEN_FDS: '1', LISTEN_PID: '1' }).listenFd).toBeUndefined()
  expect(readSettings({ LISTEN_FDS: '0', LISTEN_PID: String(process.pid) }).listenFd).toBeUndefined()
})

test.each([
  [
    'SITE_ORIGIN',
    [
      'www.example.org',
      'https://www.example.org/site',
      'ftp://example.org',
      'https://example.org?x=1',
      'https://me@example.org',
    ],
  ],
  ['HOST', ['999.1.1.1', 'my server', 'example.org/site']],
  ['PORT', ['http', '-1', '70000', '3000.5']],
  ['EDIT_PORT', ['any']],
  ['METRICS_PORT', ['on']],
  ['RETENTION_DAYS', ['0', 'year', '-1']],
  ['CONTACT_LIMIT', ['none', '1.5']],
  ['TRUST_PROXY', ['yes', '-1']],
  ['DRAIN_SECONDS', ['1h']],
])('refuses %s=%j, with the remedy, and that alone', (name, values) => {
  for (const value of values) {
    const [head, fault, ...others] = messageOf({ [name]: value }).split('\n')
    expect([head, others]).toEqual(['Cannot start: 1 setting needs attention.', []])
    expect(fault).toMatch(new RegExp(`^  ${name}  is "${value.replace('?', '.')}"\\. Give `))
  }
})

test('what is too much is told with the most there may be', () => {
  expect(messageOf({ RETENTION_DAYS: '36501' })).toContain('from 1 to 36500')
  expect(messageOf({ DRAIN_SECONDS: '601' })).toContain('600 at most')
})

test.each([
  ['DATABASE_URL', 'mysql://web:s3cret@db/website', 'is no PostgreSQL address.'],
  ['DATABASE_URL', 's3cret', 'is no PostgreSQL address.'],
  ['SMTP_URL', 'https://web:s3cret@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 's3cret.example.org:25', 'is no mail server.'],
  ['SMTP_URL', 'smtp:s3cret.example.org', 'is no mail server.'],
  // Typed as it is, the beginning of a password that holds / ? or # would be the host's port.
  ['SMTP_URL', 'smtp://s3cret:2024/Secreto@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 'smtp://s3cret:2024?Secreto@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 'smtp://s3cret:2024#Secreto@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 'smtp://web:s3cret100%@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 'smtp://s3cret%e9:password@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 'smtp://web:s3cret@mail%20server', 'is no mail server.'],
])('refuses the %s %s without repeating a password', (name, value, message) => {
  const told = messageOf({ [name]: value, CONTACT_TO: 'office@example.org' })
  expect(told).toContain(`${name}  ${message}`)
  expect(told).not.toContain('s3cret')
})

test('a mail server needs somebody to write to', () => {
  const messageTo = (CONTACT_TO: string) => messageOf({ SMTP_URL: 'smtp://127.0.0.1', CONTACT_TO })
  for (const nobody of ['', ' ', ',']) expect(messageTo(nobody)).toContain('CONTACT_TO  is missing')
  for (const address of [
    'office',
    'office@',
    'a@b@c',
    'Office <office>',
    'office@example.org;',
    'office@example.org\r\nBcc: x@example.org',
  ])
    expect(messageTo(address)).toContain('which is no address')
})

test('tells all faults at once', () => {
  expect(messageOf({ SMTP_URL: 'smtp://web:100%@mail.example.org' })).toMatch(
    / 2 settings .*\n {2}SMTP_URL .*\n {2}CONTACT_TO /,
  )
  expect(messageOf({ PORT: 'http', SITE_ORIGIN: 'example.org' })).toBe(
    [
      'Cannot start: 2 settings need attention.',
      '  PORT         is "http". Give a port number: 3000',
      '  SITE_ORIGIN  is "example.org". Give scheme and host alone: https://www.example.org',
    ].join('\n'),
  )
})

test('the settings file fills what the environment leaves open; the environment goes first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  const names = ['SETTINGS_TEST_SET', 'SETTINGS_TEST_OPEN']
  try {
    // A missing file is no error.
    loadSettingsFile(join(folder, '.env'))
    writeFileSync(join(folder, '.env'), `\uFEFF${names.map((name) => `${name}=file\n`).join('')}`)
    process.env.SETTINGS_TEST_SET = 'environment'
    loadSettingsFile(join(folder, '.env'))
    expect(names.map((name) => process.env[name])).toEqual(['environment', 'file'])
  } finally {
    for (const name of names) delete process.env[name]
    rmSync(folder, { recursive: true })
  }
})
