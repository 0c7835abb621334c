import { Client, DatabaseError, Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg'
import { StoreError } from '../message-store.ts'
import { quietLog } from './postgres-log.ts'

/** How long things may take, in milliseconds: nothing waits for ever. */
export type TimeLimits = {
  /** For a connection to be made, or to become free. */
  connectMs: number
  /** For another transaction to let go of what it has locked. */
  lockMs: number
  statementMs: number
  /** How much longer than that to wait for a server that should have given up, before it is taken for gone. */
  silenceMs: number
}

export type PostgresOptions = {
  limits?: TimeLimits
  /** The SQL expression that tells the time to all instances; the database's own clock when not given. */
  clock?: string
}

const usualLimits: TimeLimits = { connectMs: 5_000, lockMs: 5_000, statementMs: 10_000, silenceMs: 5_000 }

type Value = string | number | boolean | Date | Buffer | null | string[] | number[]
type Answer<Row> = { rows: Row[]; rowCount: number }
export type Query = <Row extends QueryResultRow>(sql: string, values?: Value[]) => Promise<Answer<Row>>

/**
 * Connections to one PostgreSQL database. When they are lost, what was under way fails with a StoreError, and the next
 * call makes new ones.
 */
export class PostgresDatabase {
  /** The database, without user and password. */
  readonly place: string
  readonly #pool: Pool
  readonly #limits: TimeLimits
  readonly #clock: string
  readonly #underWay = new Set<Promise<unknown>>()

  /** @throws StoreError when the address cannot be used */
  constructor(databaseUrl: string, { limits = usualLimits, clock = 'clock_timestamp()' }: PostgresOptions = {}) {
    this.place = placeOf(databaseUrl)
    this.#limits = limits
    this.#clock = clock
    this.#pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'contact messages',
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.statementMs + limits.silenceMs,
      keepAlive: true,
      onConnect: (client) => client.query(sessionSettings(limits)),
    })
    // Lost connections are noticed by whoever uses one next. Without listeners, Node would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** One statement, which is a transaction of its own. */
  readonly query: Query = (sql, values) =>
    this.watch(async () => answerOf(await this.#pool.query(sql, toParameters(values))))

  /**
   * Does the work in one transaction, at read committed. It is rolled back when the work throws.
   * @param statementMs how long each of its statements may take
   */
  transaction<Result>(
    work: (query: Query) => Promise<Result>,
    statementMs: number = this.#limits.statementMs,
  ): Promise<Result> {
    return this.watch(async () => {
      const client = await this.#pool.connect()
      try {
        const query = queryOn(client, statementMs + this.#limits.silenceMs)
        await query(`BEGIN; SET LOCAL statement_timeout = ${statementMs}`)
        const result = await work(query)
        await query('COMMIT')
        client.release()
        return result
      } catch (error) {
        // The server rolls back what a closed connection had begun. One that does not answer could not be asked to.
        client.release(true)
        throw error
      }
    })
  }

  /**
   * The time for all who share the database, to the millisecond. Ask only once all locks are held: what others did while
   * one waited for a lock would be later than a time that was asked for before.
   */
  async now(query: Query): Promise<number> {
    const { rows } = await query<{ now: Date }>(`SELECT ${this.#clock} AS now`)
    if (!rows[0]) throw new StoreError(`The message store ${this.place} tells no time.`)
    return rows[0].now.getTime()
  }

  /** Lets what is under way end first. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    await this.#pool.end()
  }

  /** Work in several steps, which closing lets end. What fails in it fails as a StoreError. */
  async watch<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work()
    this.#underWay.add(working)
    try {
      return await working
    } catch (error) {
      throw error instanceof StoreError ? error : storeErrorOf(this.place, error)
    } finally {
      this.#underWay.delete(working)
    }
  }
}

/**
 * Whatever the server's own defaults are: a commit waits for the disk, a statement sees what was committed before it,
 * and times arrive as `pg` reads them.
 */
const sessionSettings = ({ lockMs, statementMs }: TimeLimits) => `
  SET synchronous_commit = on;
  SET default_transaction_isolation = 'read committed';
  SET DateStyle = 'ISO';
  SET TimeZone = 'UTC';
  SET lock_timeout = ${lockMs};
  SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = ${statementMs};
  ${quietLog}`

function placeOf(databaseUrl: string): string {
  try {
    const { host, port, database } = new Client({ connectionString: databaseUrl })
    return `PostgreSQL at ${host}:${port}/${database}`
  } catch (error) {
    // The cause is left out: it may hold the address, and with it the password.
    throw new StoreError(`DATABASE_URL cannot be used: ${(error as Error).message}.`)
  }
}

function queryOn(client: PoolClient, timeoutMs: number): Query {
  return async (text, values) => {
    // pg's types leave out that a single query may have its own time limit.
    const config: QueryConfig & { query_timeout: number } = { text, query_timeout: timeoutMs }
    return answerOf(await client.query(values ? { ...config, values: toParameters(values) } : config))
  }
}

const answerOf = <Row>({ rows, rowCount }: { rows: Row[]; rowCount: number | null }): Answer<Row> => ({
  rows,
  rowCount: rowCount ?? 0,
})

function toParameters(values: Value[] | undefined): unknown[] | undefined {
  return values?.map((value) => {
    if (value instanceof Date) return value.toISOString()
    // PostgreSQL's text has no NUL. It cannot be typed; a mail server's answer might hold one.
    return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
  })
}

/** What an operator can do about a failure, by its code in appendix A of PostgreSQL's manual. */
const remedies: Record<string, string> = {
  '28000': 'Check the user in DATABASE_URL, and what the server’s pg_hba.conf admits.',
  '28P01': 'Check user and password in DATABASE_URL.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '42501': 'The user in DATABASE_URL must own the tables, or for a first start be allowed to CREATE in the schema.',
}

function storeErrorOf(place: string, error: unknown): StoreError {
  // The details of PostgreSQL's own errors, and the messages of those about data, quote what a visitor wrote.
  if (error instanceof DatabaseError) {
    const code = error.code ?? ''
    const reason = /^2[23]/.test(code) ? 'it refused the data' : error.message
    const remedy = remedies[code]
    return new StoreError(`The message store ${place} failed: ${reason} (${code}).${remedy ? ` ${remedy}` : ''}`)
  }
  // A name with several addresses fails with several errors, under one that says nothing.
  const cause = error instanceof AggregateError ? error.errors[0] : error
  return new StoreError(
    `The message store ${place} cannot be reached: ${(cause as Error).message}. Check DATABASE_URL, and that the server is up and takes connections from here.`,
    { cause },
  )
}
