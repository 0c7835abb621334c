import { existsSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { CommandError } from './shared/command-error.ts'

/** The settings; .env.example explains each. */
export type Settings = ReturnType<typeof readSettings>

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

type Environment = Record<string, string | undefined>
type Faults = [name: string, message: string][]

/** How an invalid value is reported. @param remedy what to write instead */
const give = (remedy: string) => ({ error: ({ input }: { input?: unknown }) => `is "${input}". Give ${remedy}` })

const count = (least: number, most: number, remedy: string) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most, give(remedy))
    .transform(Number)

const noRecipient = 'is missing: no recipient is set. Example: office@example.org'
/** An address without the signs that RFC 5322 gives another meaning, such as the colon of `mailto:`. */
const address = String.raw`[^\s@<>()[\]:;\\"]+@(?:(?:[\p{L}\p{N}_-]+\.)*[\p{L}\p{N}_-]+|\[[^\s[\]]+\])`
const mailbox = new RegExp(`^(?:[^<>]*<${address}>|${address})$`, 'u')

/**
 * One address or several, separated by commas; each may have a name before it, in quotes if it has a comma:
 * "Name, S.L." <website@example.org>.
 */
const mailboxes = z
  .string(noRecipient)
  .transform((value) => (value.match(/("(\\.|[^"\\])*"|[^,])+/g) ?? []).flatMap((address) => address.trim() || []))
  .superRefine((addresses, { addIssue }) => {
    const invalid = addresses.find((address) => !mailbox.test(address))
    if (invalid)
      addIssue(
        `has "${invalid}", which is not a valid address. Example: office@example.org, or with a name (in .env with these quotes): '"Name, S.L." <office@example.org>'`,
      )
  })

const encoding = 'In user and password, write %2F for /, %3F for ?, %23 for # and %25 for %'
/** On a port of the other scheme, both sides would wait for each other until a timeout (RFC 8314 section 3.3). */
const portsOf = { 'smtp:': ['25', '587', '2525', '2587'], 'smtps:': ['465', '2465'] }

const environmentSchema = z.object({
  HOST: z
    .string()
    .refine((host) => originOf(ownOrigin(host, 0)), give('a name or an address alone: 127.0.0.1'))
    .default('127.0.0.1'),
  PORT: count(0, 65_535, 'a port number: 3000').default(3000),
  SITE_ORIGIN: z.string().refine(originOf, give('scheme and host alone: https://www.example.org')).optional(),
  DATA_DIR: z.string().default('data'),
  // An invalid address of a database or a mail server may contain a password, so it is not printed.
  DATABASE_URL: z
    .string()
    .refine(databaseUrlOf, {
      error: `is not a valid PostgreSQL address. Example: postgres://user:password@host:5432/database. ${encoding}`,
    })
    .optional(),
  SMTP_URL: z
    .string()
    .refine(smtpUrlOf, {
      error: `is not a valid mail server. Example: smtp://user:password@mail.example.org:587. ${encoding}`,
      abort: true,
    })
    .superRefine((value, { addIssue }) => {
      const { protocol, port, host, username } = new URL(value)
      const [scheme] = Object.entries(portsOf).find(([, ports]) => ports.includes(port)) ?? [protocol]
      if (scheme !== protocol)
        addIssue(
          `has port ${port}, on which a mail server does not speak ${protocol}//. Give ${scheme}//${username && 'user:password@'}${host}`,
        )
    })
    .optional(),
  CONTACT_TO: mailboxes.optional(),
  CONTACT_FROM: mailboxes
    .refine((addresses) => addresses.length <= 1, 'has several addresses. Give one: website@example.org')
    .optional(),
  RETENTION_DAYS: count(1, 36_500, 'a number of days, from 1 to 36500: 365').default(365),
  CONTACT_LIMIT: count(0, 1_000_000, 'how often one address may write in ten minutes, 0 for no limit: 20').default(20),
  TRUST_PROXY: count(0, 100, 'the number of proxies in front of this server: 0, 1, 2…').default(0),
  METRICS_PORT: count(1, 65_535, 'a port number: 9100').optional(),
  OFFICE_PORT: count(0, 65_535, 'a port number: 3020').default(3020),
  OFFICE_ORIGIN: z.string().refine(originOf, give('scheme and host alone: https://office.example.org')).optional(),
  EDIT_PORT: count(0, 65_535, 'a port number: 3010').default(3010),
  EDIT_PUBLISH: z.string().trim().optional(),
})
/** With a mail server, a recipient is required. */
const environmentWithMail = environmentSchema.extend({
  CONTACT_TO: mailboxes.refine((addresses) => addresses.length > 0, noRecipient),
})

/**
 * Reads the settings; no other code reads the environment. All faults are reported at once.
 * @throws SettingsError
 */
export function readSettings(environment: Environment = process.env) {
  // A setting that is left empty is not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const { data, error } = (given.SMTP_URL ? environmentWithMail : environmentSchema).safeParse(given)
  if (!data) throw new SettingsError(error.issues.map(({ path, message }) => [String(path[0]), message]))
  const siteOrigin = originOf(data.SITE_ORIGIN ?? ownOrigin(data.HOST, data.PORT)) as string
  const [to = [], [from = to[0] ?? ''] = []] = [data.CONTACT_TO, data.CONTACT_FROM]
  const smtpUrl = data.SMTP_URL && smtpUrlOf(data.SMTP_URL)
  return {
    host: data.HOST,
    port: data.PORT,
    siteOrigin,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL && databaseUrlOf(data.DATABASE_URL),
    mail: smtpUrl ? { smtpUrl, to: to.join(', '), from, greeting: new URL(siteOrigin).hostname } : undefined,
    retentionDays: data.RETENTION_DAYS,
    contactLimit: data.CONTACT_LIMIT,
    trustProxy: data.TRUST_PROXY,
    metricsPort: data.METRICS_PORT,
    // The socket that systemd passes on, to be used instead of host and port, with the process that it is for (sd_listen_fds(3)):
    // systemd keeps it open while the server restarts, so that connections wait.
    listenFd: Number(given.LISTEN_FDS) > 0 && Number(given.LISTEN_PID) === process.pid ? 3 : undefined,
    officePort: data.OFFICE_PORT,
    officeOrigin: originOf(data.OFFICE_ORIGIN ?? `http://localhost:${data.OFFICE_PORT}`) as string,
    editPort: data.EDIT_PORT,
    editPublish: data.EDIT_PUBLISH || undefined,
  }
}

/** Adds the settings of the file .env, if there is one, to the environment, which takes precedence. */
export function loadSettingsFile(): void {
  if (existsSync('.env')) process.loadEnvFile()
}

/** An origin as browsers write it: in lower case, without the default port. */
function originOf(value: string): string | undefined {
  const url = URL.parse(value)
  return url?.protocol.match(/^https?:$/) && url.href === `${url.origin}/` ? url.origin : undefined
}

const ownOrigin = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** A server's address whose login can be decoded. */
function serverUrlOf(value: string, protocol: RegExp): URL | undefined {
  const url = URL.parse(value)
  try {
    decodeURIComponent(`${url?.username}:${url?.password}`)
    return url && protocol.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/**
 * A mail server's address, with its host as it is looked up. Nothing follows the host: it might be the rest of a password that
 * contains a slash.
 */
function smtpUrlOf(value: string): string | undefined {
  const url = serverUrlOf(value, /^smtps?:$/)
  const host = domainToASCII(url?.hostname ?? '')
  if (!url || !host || !/^\/?$/.test(url.pathname + url.search + url.hash)) return undefined
  url.hostname = host
  return url.href
}

/** A database's address. A database and its parameters follow the host, and not the rest of a password. */
function databaseUrlOf(value: string): string | undefined {
  // A % that begins no code is one: the driver reads it so.
  const url = serverUrlOf(value.replace(/%(?![\da-f]{2})/gi, '%25'), /^postgres(ql)?:$/)
  if (!url || !/^\/[^/@]+$/.test(url.pathname)) return undefined
  return /^(\?(\w+=[^&]*&?)*)?$/.test(url.search + url.hash) ? url.href : undefined
}

function describeFaults(faults: Faults): string {
  const width = Math.max(...faults.map(([name]) => name.length))
  const count = faults.length === 1 ? '1 setting needs' : `${faults.length} settings need`
  return [
    `Cannot start: ${count} attention.`,
    ...faults.map(([name, message]) => `  ${name.padEnd(width)}  ${message}`),
  ].join('\n')
}
