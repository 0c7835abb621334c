import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Migration = { version: number; name: string; sql: string }

/** The migrations of one kind of store in their order: migrations/<kind>/0001_messages.sql is version 1. */
export function readMigrations(kind: 'sqlite' | 'postgres'): Migration[] {
  const folder = fileURLToPath(new URL(`../../../migrations/${kind}`, import.meta.url))
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const version = Number.parseInt(name, 10)
    if (version !== index + 1) throw new Error(`migrations/${kind}/${name} is out of order: ${index + 1} was expected.`)
    return { version, name, sql: readFileSync(`${folder}/${name}`, 'utf8') }
  })
}
