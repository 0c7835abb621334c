import type { TestProject } from 'vitest/node'
import { startPooler, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: number
    pooler: number
  }
}

/**
 * One PostgreSQL server, and one pooler in front of it, for all test files of a project: a start takes seconds. A test reaches
 * them by `makeDatabase(inject('postgres'))` or `'pooler'`.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const pooler = await startPooler(server.port)
  provide('postgres', server.port)
  provide('pooler', pooler.port)
  return async () => {
    await pooler[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
}
