import { DatabaseError, Pool, type PoolClient, types } from 'pg'
import { databaseName, type OpenDatabase, type Query, StoreError } from '../database.ts'

/** Timeouts in milliseconds. */
const usualLimits = {
  /** For a connection to be made, or to become free. */
  connectMs: 5_000,
  /** For another transaction to release its lock. */
  lockMs: 5_000,
  statementMs: 10_000,
  /** How much longer to wait for a server that does not respond, until the connection counts as lost. */
  silenceMs: 5_000,
}

export type PostgresOptions = {
  limits?: typeof usualLimits
  /** The SQL expression of the time for all instances; by default the database's clock. */
  clock?: string
}

// Times and counts are bigint, which `pg` returns as text; all of them are below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Connects to a PostgreSQL database. If connections are lost, the calls under way fail with a StoreError, and the next call opens
 * others.
 * @throws StoreError if the database cannot be reached or used
 */
export async function openPostgres(databaseUrl: string, options: PostgresOptions = {}): Promise<OpenDatabase> {
  const { limits = usualLimits, clock = 'clock_timestamp()' } = options
  const location = databaseName(databaseUrl)
  const time = `SELECT floor(extract(epoch FROM ${clock}) * 1000)::bigint AS now`
  const pool = new Pool({
    connectionString: asInLibpq(databaseUrl),
    application_name: 'contact messages',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + limits.silenceMs,
    keepAlive: true,
  })
  // The next query reports a lost connection. Without listeners, Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function transact<Result>(work: (query: Query, now: number) => Promise<Result>): Promise<Result> {
    let client: PoolClient | undefined
    try {
      const connection = await pool.connect()
      client = connection
      const query: Query = async (sql, values) => (await connection.query(sql, values)).rows
      await query(beginning(limits))
      // Read once the lock is held: a time from before could be earlier than that of another transaction.
      const [row] = await query(time)
      const result = await work(query, row?.now)
      await query('COMMIT')
      connection.release()
      return result
    } catch (error) {
      // The server rolls back the transaction of a closed connection. A connection that does not respond could not send ROLLBACK.
      client?.release(true)
      throw storeErrorOf(location, error)
    }
  }

  const database: OpenDatabase = {
    location,
    transaction: transact,
    kind: 'postgres',
    findTable: 'SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = ANY (current_schemas(false))',
    // Done by autovacuum.
    clean: async () => undefined,
    close: () => pool.end(),
  }
  try {
    const [{ server_encoding: encoding } = {}] = await database.transaction((query) => query('SHOW server_encoding'))
    if (encoding !== 'UTF8')
      throw new StoreError(
        `${location} is encoded in ${encoding}, which cannot hold every script. Name a database made with ENCODING 'UTF8'.`,
      )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * The beginning of a transaction, whatever the defaults of server and role: its commit waits for the disk, and a statement sees what
 * was committed before it. Settings outside a transaction are lost behind a pooler, which uses another connection for each.
 */
const beginning = ({ lockMs, statementMs }: typeof usualLimits) => `
  BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL synchronous_commit = on;
  SET LOCAL lock_timeout = ${lockMs};
  SET LOCAL statement_timeout = ${statementMs};
  SET LOCAL idle_in_transaction_session_timeout = ${statementMs};
  SELECT pg_advisory_xact_lock(hashtextextended('contact messages', 0))`

/**
 * An address with the meaning that libpq gives it. `pg` by itself verifies the certificate in every `sslmode`, so that the address
 * of a managed database does not work, and warns of that on several lines.
 */
function asInLibpq(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const { searchParams } = url
  if (/^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')) searchParams.set('uselibpqcompat', 'true')
  // The authorities of the system, which are the default here.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert')
  return url.href
}

/** The remedy for a failure, by its code (appendix A of PostgreSQL's manual) and message. */
const remedies: [RegExp, string][] = [
  [/no encryption|SSL required/, 'Add ?sslmode=require to DATABASE_URL.'],
  [/^28000/, 'Check the user in DATABASE_URL, and what the server’s pg_hba.conf admits.'],
  [/^28P01/, 'Check user and password in DATABASE_URL.'],
  [/^3D000/, 'Create the database, or correct its name in DATABASE_URL.'],
  [/^42501/, 'The user in DATABASE_URL must own the tables, or for a first start be allowed to CREATE in the schema.'],
  [
    /certificate/,
    'Name its authority in DATABASE_URL, ?sslmode=verify-full&sslrootcert=FILE, or encrypt without verification, ?sslmode=require.',
  ],
  [/not support SSL/, 'Take sslmode out of DATABASE_URL, or let the server offer TLS.'],
]
const remedyFor = (failure: string) => remedies.find(([pattern]) => pattern.test(failure))?.[1]

function storeErrorOf(location: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  // The details of PostgreSQL's errors, and the messages of those about data, quote the visitor.
  if (error instanceof DatabaseError) {
    const code = error.code ?? ''
    const reason = /^2[23]/.test(code) ? 'it rejected the data' : error.message
    return new StoreError(
      `The database ${location} failed: ${reason} (${code}). ${remedyFor(`${code} ${error.message}`) ?? ''}`.trim(),
    )
  }
  // For a host with several addresses, the error is an AggregateError without a message.
  const cause: Error = error instanceof AggregateError ? error.errors[0] : error
  const remedy =
    remedyFor(cause.message) ?? 'Check DATABASE_URL, and that the server is up and takes connections from here.'
  return new StoreError(`The database ${location} cannot be reached: ${cause.message}. ${remedy}`, { cause })
}
