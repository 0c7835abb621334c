import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { domainToASCII } from 'node:url'
import { parseEnv } from 'node:util'
import { CommandError } from './shared/command-error.ts'

export type Settings = {
  host: string
  port: number
  /** The public origin, without a slash at the end. */
  siteOrigin: string
  /** The folder of the embedded message store. */
  dataDir: string
  /** PostgreSQL, instead of the embedded store; several instances can share it. */
  databaseUrl: string | undefined
  /** The mail server; without one, messages wait in the store. */
  mail: MailSettings | undefined
  /** How many days a message is kept at most. */
  retentionDays: number
  /** How many requests to the contact form one address may make in ten minutes; 0 for no limit. */
  contactLimit: number
  /** How many proxies are in front of the server: that many addresses of X-Forwarded-For are trusted, from its end. */
  trustProxy: number
  /** The port of the metrics, on this machine only; none if they are off. */
  metricsPort: number | undefined
  /** A listening socket passed on by systemd, to be used instead of host and port. */
  listenFd: number | undefined
  /** The port of the editor, on this machine only. */
  editPort: number
  /** The command that the editor runs after it has committed; none if it only commits. */
  editPublish: string | undefined
  /** How long a stopping instance goes on serving, while /readyz answers 503. */
  drainSeconds: number
}

/** @property greeting the host of SITE_ORIGIN, as which this server greets the mail server */
export type MailSettings = { smtpUrl: string; to: string; from: string; greeting: string }

/** Settings are invalid; the message names each of them with its remedy. */
export class SettingsError extends CommandError {
  override readonly name = 'SettingsError'
  /** Each invalid setting, and its remedy. */
  readonly faults: Faults

  constructor(faults: Faults) {
    super(describeFaults(faults))
    this.faults = faults
  }
}

const defaultPort = 3000

/** The origin of a site that is not in service yet. */
export const defaultOrigin = `http://127.0.0.1:${defaultPort}`

/** How many days messages are kept by default. */
export const defaultRetentionDays = 365

/** The default, the minimum and the maximum of each number, and what to write. */
const counts = {
  PORT: [defaultPort, 0, 65_535, 'a port number: 3000'],
  METRICS_PORT: [0, 1, 65_535, 'a port number: 9100'],
  EDIT_PORT: [3010, 0, 65_535, 'a port number: 3010'],
  RETENTION_DAYS: [defaultRetentionDays, 1, 36_500, 'a number of days, from 1 to 36500: 365'],
  CONTACT_LIMIT: [20, 0, 1_000_000, 'how often one address may write in ten minutes, 0 for no limit: 20'],
  TRUST_PROXY: [0, 0, 100, 'the number of proxies in front of this server: 0, 1, 2…'],
  DRAIN_SECONDS: [0, 0, 600, 'a number of seconds, 0 for none and 600 at most: 10'],
} as const

const mailbox = /^(?:[^<>]*<[^\s@<>";]+@[^\s@<>";]+>|[^\s@<>";]+@[^\s@<>";]+)$/

type Environment = Record<string, string | undefined>
type Faults = [name: string, message: string][]

/**
 * Reads the settings; no other code reads the environment. All faults are reported at once.
 * @throws SettingsError
 */
export function readSettings(environment: Environment = process.env): Settings {
  const faults: Faults = []
  const count = (name: keyof typeof counts): number => {
    const [usual, least, most, wanted] = counts[name]
    const value = environment[name] || String(usual)
    if (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    faults.push([name, `is "${value}". Give ${wanted}`])
    return least
  }
  const origin = (name: string) => (environment[name] ? readOrigin(name, environment[name], faults) : undefined)
  const host = environment.HOST || '127.0.0.1'
  const port = count('PORT')
  const ownOrigin = originOf(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (ownOrigin === undefined) faults.push(['HOST', `is "${host}". Give a name or an address alone: 127.0.0.1`])
  const siteOrigin = origin('SITE_ORIGIN') ?? ownOrigin ?? ''
  const settings: Settings = {
    host,
    port,
    siteOrigin,
    dataDir: environment.DATA_DIR || 'data',
    databaseUrl: readDatabaseUrl(environment.DATABASE_URL, faults),
    mail: readMail(environment, siteOrigin, faults),
    retentionDays: count('RETENTION_DAYS'),
    contactLimit: count('CONTACT_LIMIT'),
    trustProxy: count('TRUST_PROXY'),
    metricsPort: environment.METRICS_PORT ? count('METRICS_PORT') : undefined,
    listenFd: handedOverSocket(environment),
    editPort: count('EDIT_PORT'),
    editPublish: environment.EDIT_PUBLISH?.trim() || undefined,
    drainSeconds: count('DRAIN_SECONDS'),
  }
  if (faults.length > 0) throw new SettingsError(faults)
  return settings
}

/** The name of an instance in its log: if several write to one log, host and port distinguish them. */
export const instanceName = ({ port }: Settings) => `${hostname()}:${port || process.pid}`

/** Adds the settings of the file .env, if there is one, to the environment, which takes precedence. */
export function loadSettingsFile(file = '.env'): void {
  if (!existsSync(file)) return
  // Some editors begin a file with a byte order mark, which Node would read as part of the first name.
  const settings = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
}

/**
 * The first socket that systemd passes on (sd_listen_fds(3)). systemd keeps it open while the server restarts, so that
 * connections wait. LISTEN_PID names the process that the socket is meant for.
 */
function handedOverSocket({ LISTEN_FDS: count, LISTEN_PID: pid }: Environment): number | undefined {
  return Number(count) > 0 && Number(pid) === process.pid ? 3 : undefined
}

function readOrigin(name: string, value: string, faults: Faults): string {
  const origin = originOf(value)
  if (origin === undefined) faults.push([name, `is "${value}". Give scheme and host alone: https://www.example.org`])
  return origin ?? ''
}

/** An origin as browsers write it: in lower case, without the default port. */
function originOf(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol.match(/^https?:$/) && url.href === `${url.origin}/` ? url.origin : undefined
}

// An invalid address may contain a password, so it is not printed.
function readDatabaseUrl(value: string | undefined, faults: Faults): string | undefined {
  if (!value) return undefined
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value
  faults.push(['DATABASE_URL', 'is no PostgreSQL address. Example: postgres://user:password@host:5432/database'])
  return undefined
}

function readMail(environment: Environment, siteOrigin: string, faults: Faults): MailSettings | undefined {
  const value = environment.SMTP_URL
  const to = readMailboxes('CONTACT_TO', environment.CONTACT_TO, faults)
  const from = readMailboxes('CONTACT_FROM', environment.CONTACT_FROM, faults)
  if (from.length > 1) faults.push(['CONTACT_FROM', 'has several addresses. Give one: website@example.org'])
  if (!value) return undefined
  const smtpUrl = readSmtpUrl(value, faults)
  if (to.length === 0)
    faults.push(['CONTACT_TO', 'is missing: messages need somebody to go to. Example: office@example.org'])
  const greeting = URL.canParse(siteOrigin) ? new URL(siteOrigin).hostname : ''
  return { smtpUrl, to: to.join(', '), from: from[0] ?? to[0] ?? '', greeting }
}

/** The mail server's address, with its host as it is looked up. */
function readSmtpUrl(value: string, faults: Faults): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const host = domainToASCII(url?.hostname ?? '')
  if (url && host && /^smtps?:$/.test(url.protocol) && isServerAlone(url)) {
    url.hostname = host
    return url.href
  }
  // As for the database, an invalid address is not printed.
  faults.push([
    'SMTP_URL',
    'is no mail server. Example: smtp://user:password@mail.example.org:587. In user and password, write %2F for /, %3F for ?, %23 for # and %25 for %',
  ])
  return ''
}

/** Whether the login can be decoded, and nothing follows the host: it might be the rest of a password that contains a slash. */
function isServerAlone({ username, password, pathname, search, hash }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`)
  } catch {
    return false
  }
  return /^\/?$/.test(pathname + search + hash)
}

/** One address or several, separated by commas; each may have a name before it: Web site <website@example.org>. */
function readMailboxes(name: string, value: string | undefined, faults: Faults): string[] {
  const addresses = (value ?? '').split(',').flatMap((address) => address.trim() || [])
  const fault = addresses.find((address) => !mailbox.test(address))
  if (fault) faults.push([name, `has "${fault}", which is no address. Example: office@example.org`])
  return addresses
}

function describeFaults(faults: Faults): string {
  const width = Math.max(...faults.map(([name]) => name.length))
  const count = faults.length === 1 ? '1 setting needs' : `${faults.length} settings need`
  return [
    `Cannot start: ${count} attention.`,
    ...faults.map(([name, message]) => `  ${name.padEnd(width)}  ${message}`),
  ].join('\n')
}

/** The environment of a child process. @param defaults used for what the environment does not set */
export const environmentWith = (settings: Environment, defaults: Environment = {}): Environment => ({
  ...defaults,
  ...process.env,
  ...settings,
})
