import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: number
  }
}

/**
 * One PostgreSQL server for all test files of a project: a start takes seconds. A test reaches it by
 * `makeDatabase(inject('postgres'))`; one that stops a server starts its own.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  provide('postgres', server.port)
  return () => server[Symbol.asyncDispose]()
}
