import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

test('with nothing set, the site is at http://127.0.0.1:3000 (DESIGN.md section 10)', () => {
  expect(readSettings({})).toMatchObject({ host: '127.0.0.1', port: 3000, siteOrigin: 'http://127.0.0.1:3000' })
})

test('a setting left empty counts as not set', () => {
  expect(readSettings({ HOST: '', PORT: '', SITE_ORIGIN: '' })).toEqual(readSettings({}))
})

test('reads what is set', () => {
  expect(readSettings({ HOST: '0.0.0.0', PORT: '8080', SITE_ORIGIN: 'https://www.example.org' })).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    siteOrigin: 'https://www.example.org',
  })
})

test('the origin follows host and port, also an IPv6 host', () => {
  expect(readSettings({ HOST: '::1', PORT: '8080' }).siteOrigin).toBe('http://[::1]:8080')
})

test('messages go to the site itself, unless another origin is named', () => {
  expect(readSettings({}).contactOrigin).toBeUndefined()
  expect(readSettings({ CONTACT_ORIGIN: 'https://messages.example.org/' }).contactOrigin).toBe(
    'https://messages.example.org',
  )
  expect(messageOf({ CONTACT_ORIGIN: 'messages.example.org' })).toContain('CONTACT_ORIGIN  is "messages.example.org".')
})

test('forgives a slash at the end of the origin', () => {
  expect(readSettings({ SITE_ORIGIN: 'https://www.example.org/' }).siteOrigin).toBe('https://www.example.org')
})

test.each(['www.example.org', 'https://www.example.org/site', 'ftp://example.org', 'https://example.org?x=1', 'yes'])(
  'refuses the origin %s, with the remedy',
  (origin) => {
    expect(messageOf({ SITE_ORIGIN: origin })).toBe(
      [
        'Cannot start: 1 setting needs attention.',
        `  SITE_ORIGIN  is "${origin}". Give scheme and host alone: https://www.example.org`,
      ].join('\n'),
    )
  },
)

test.each(['http', '-1', '70000', '3000.5'])('refuses the port %s, with the remedy, and that alone', (port) => {
  expect(messageOf({ PORT: port })).toBe(
    ['Cannot start: 1 setting needs attention.', `  PORT  is "${port}". Give a port number: 3000`].join('\n'),
  )
})

test('with nothing set, messages stay in data/ for a year, and five may come from one address (DESIGN.md section 5)', () => {
  expect(readSettings({})).toMatchObject({
    dataDir: 'data',
    databaseUrl: undefined,
    mail: undefined,
    retentionDays: 365,
    contactLimit: 5,
    trustProxy: 0,
    metricsPort: undefined,
    drainSeconds: 0,
  })
})

test('reads where messages are kept and go to', () => {
  const settings = readSettings({
    DATA_DIR: '/srv/messages',
    DATABASE_URL: 'postgres://web:secret@db.example.org/website',
    SMTP_URL: 'smtps://web:secret@mail.example.org',
    CONTACT_TO: 'office@example.org, Second Office <second@example.org>',
    CONTACT_FROM: 'Web site <web@example.org>',
    RETENTION_DAYS: '30',
    CONTACT_LIMIT: '0',
    TRUST_PROXY: '2',
    METRICS_PORT: '9100',
    DRAIN_SECONDS: '10',
  })
  expect(settings).toMatchObject({
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
    drainSeconds: 10,
  })
})

test('the first receiver is the sender where none is named', () => {
  const { mail } = readSettings({ SMTP_URL: 'smtp://127.0.0.1', CONTACT_TO: 'a@example.org, b@example.org' })
  expect(mail?.from).toBe('a@example.org')
})

test.each([
  ['DATABASE_URL', 'mysql://web:s3cret@db/website', 'is no PostgreSQL address.'],
  ['DATABASE_URL', 's3cret', 'is no PostgreSQL address.'],
  ['SMTP_URL', 'https://web:s3cret@mail.example.org', 'is no mail server.'],
  ['SMTP_URL', 's3cret.example.org:25', 'is no mail server.'],
])('refuses the %s %s without repeating a password', (name, value, message) => {
  const told = messageOf({ [name]: value, CONTACT_TO: 'office@example.org' })
  expect(told).toContain(`${name}  ${message}`)
  expect(told).not.toContain('s3cret')
})

test.each([
  ['RETENTION_DAYS', '0'],
  ['RETENTION_DAYS', 'year'],
  ['RETENTION_DAYS', '-1'],
  ['CONTACT_LIMIT', 'none'],
  ['CONTACT_LIMIT', '1.5'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '-1'],
  ['METRICS_PORT', 'on'],
  ['DRAIN_SECONDS', '1h'],
])('refuses %s=%s, with the remedy', (name, value) => {
  expect(messageOf({ [name]: value })).toMatch(new RegExp(`^ {2}${name} {2}is "${value}"\\. Give `, 'm'))
})

test('a mail server needs somebody to write to', () => {
  expect(messageOf({ SMTP_URL: 'smtp://127.0.0.1' })).toContain('CONTACT_TO  is missing')
})

test.each(['office', 'office@', 'a@b@c', 'Office <office>', 'office@example.org\r\nBcc: x@example.org'])(
  'refuses the receiver %j',
  (address) => {
    expect(messageOf({ SMTP_URL: 'smtp://127.0.0.1', CONTACT_TO: address })).toContain('which is no address')
  },
)

test('tells all faults at once', () => {
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
    writeFileSync(join(folder, '.env'), names.map((name) => `${name}=file\n`).join(''))
    process.env.SETTINGS_TEST_SET = 'environment'
    loadSettingsFile(join(folder, '.env'))
    expect(names.map((name) => process.env[name])).toEqual(['environment', 'file'])
  } finally {
    for (const name of names) delete process.env[name]
    rmSync(folder, { recursive: true })
  }
})

test('a socket that is handed over to this very process is used, one for another is not', () => {
  const pid = String(process.pid)
  expect(readSettings({ LISTEN_FDS: '1', LISTEN_PID: pid }).listenFd).toBe(3)
  expect(readSettings({ LISTEN_FDS: '1', LISTEN_PID: '1' }).listenFd).toBeUndefined()
  expect(readSettings({ LISTEN_FDS: '0', LISTEN_PID: pid }).listenFd).toBeUndefined()
  expect(readSettings({}).listenFd).toBeUndefined()
})

test('does without a settings file', () => {
  expect(() => loadSettingsFile('there-is-no-such-file')).not.toThrow()
})

test('the editor has a port and may have a command that publishes', () => {
  expect(readSettings({})).toMatchObject({ editPort: 3010, editPublish: undefined })
  expect(readSettings({ EDIT_PORT: '3011', EDIT_PUBLISH: ' git push ' })).toMatchObject({
    editPort: 3011,
    editPublish: 'git push',
  })
  expect(messageOf({ EDIT_PORT: 'any' })).toContain('EDIT_PORT  is "any". Give a port number: 3010')
})
