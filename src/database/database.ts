import { CommandError } from '../shared/command-error.ts'

export type Value = string | number | null
/** A row as it was read. Times are milliseconds since 1970. */
// biome-ignore lint/suspicious/noExplicitAny: a column's type is in the migrations.
export type Row = Record<string, any>
/**
 * Runs one statement, with $1, $2 … for the values. Without any values it may be several, and returns nothing.
 * @throws StoreError
 */
export type Query = (sql: string, values?: Value[]) => Promise<Row[]>

/** The name of a PostgreSQL database for the operator: without user and password. @param databaseUrl a valid one */
export function databaseName(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

/** The database failed; the message is for the operator and contains nothing that a visitor typed. */
export class StoreError extends CommandError {
  override readonly name = 'StoreError'
}

/** @throws StoreError if the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined, location: string): void {
  if (signal?.aborted) throw new StoreError(`The database ${location} does not answer.`)
}

/** A database of either kind, whose tables are up to date. The SQL of messages and acts is once for both. */
export type Database = {
  /** For the operator: a file, or a database without its password. */
  readonly location: string
  /**
   * Runs a transaction. Transactions of all processes and instances run one at a time, so that what one has read does not change
   * until it ends. It is rolled back if the work throws.
   * @param work gets the time at which the wait for other transactions ended, by the clock of all instances that share the database,
   *   in milliseconds since 1970
   * @param signal if it is aborted before the transaction's turn, it does not begin, and rejects with a StoreError
   */
  transaction<Result>(work: (query: Query, now: number) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Called after messages were erased. */
  clean(): Promise<void>
  close(): Promise<void>
}

/** What differs between SQLite and PostgreSQL. Its methods are called one at a time. */
export type OpenDatabase = Database & {
  /** The ending of the migrations that are not the same for both. */
  readonly kind: 'sqlite' | 'postgres'
  /** A statement that finds the table of the name $1. */
  readonly findTable: string
}
