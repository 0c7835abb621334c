import type { Settings } from '../../settings.ts'
import type { Item } from './launch-report.ts'

/** How long a server may take to answer, in milliseconds. */
const patienceMs = 15_000

/** Greets the mail server and the database that are set, and says what is wrong. Nothing is sent, and nothing written. */
export async function askServers({ mail, databaseUrl }: Settings): Promise<Item[]> {
  const answers = await Promise.all([
    mail && ask('SMTP_URL', new URL(mail.smtpUrl).host, () => greetMailServer(mail.smtpUrl)),
    databaseUrl && ask('DATABASE_URL', new URL(databaseUrl).host, () => greetDatabase(databaseUrl)),
  ])
  return answers.filter((answer) => typeof answer === 'object')
}

/** @param greet asks the server, and says what is wrong with it although it answers, if anything */
async function ask(key: string, host: string, greet: () => Promise<string | undefined>): Promise<Item | undefined> {
  try {
    const fault = await greet()
    return fault === undefined ? undefined : { key, says: `${host} ${fault}` }
  } catch (error) {
    return { key, says: `${host} does not let us in: ${reasonOf(error)}. Check the address and the password` }
  }
}

/** The first line of what an error says: it may name the host, never the password. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  return (message || errors?.[0]?.message || code || 'no answer').split('\n')[0] as string
}

async function greetMailServer(smtpUrl: string): Promise<undefined> {
  // Loaded where it is used: most checks ask nobody.
  const mailer = await import('../../server/mail/smtp-mailer.ts')
  await mailer.greetMailServer(smtpUrl, patienceMs)
}

async function greetDatabase(databaseUrl: string): Promise<string | undefined> {
  const { default: pg } = await import('pg')
  const { findLoudSettings, quietLog } = await import('../../server/messages/postgres/postgres-log.ts')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  // A connection that breaks while it is being closed has told all that we wanted to know.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(quietLog)
    const loud = await findLoudSettings((sql) => client.query(sql))
    if (loud.length === 0) return undefined
    return `would write visitors’ words into its log (${loud.join(', ')}). docs/operating.md has the step against it: "Several instances", 1. Database`
  } finally {
    await client.end().catch(() => undefined)
  }
}
