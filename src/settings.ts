import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

export type Settings = {
  host: string
  port: number
  /** The public origin, without a slash at the end. */
  siteOrigin: string
}

/** The environment asks for something the site cannot do; the message names every setting and its remedy. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const defaultPort = 3000

/** The origin of a site that nobody has put in service yet. */
export const defaultOrigin = `http://127.0.0.1:${defaultPort}`

type Environment = Record<string, string | undefined>

/**
 * Reads the settings: the one place that looks at the environment. All faults are told at once.
 * @throws SettingsError
 */
export function readSettings(environment: Environment = process.env): Settings {
  const faults: [name: string, message: string][] = []
  const host = environment.HOST || '127.0.0.1'
  const port = Number(environment.PORT || defaultPort)
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535
  if (!isPort) faults.push(['PORT', `is "${environment.PORT}". Give a port number: 3000`])
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  const siteOrigin = readOrigin(environment.SITE_ORIGIN || `http://${hostInUrl}:${isPort ? port : defaultPort}`, faults)
  if (faults.length > 0) throw new SettingsError(describeFaults(faults))
  return { host, port, siteOrigin }
}

/** Adds the settings of the file .env, where there is one, to the environment; what is set there already stays. */
export function loadSettingsFile(file = '.env'): void {
  if (existsSync(file)) loadEnvFile(file)
}

function readOrigin(value: string, faults: [string, string][]): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol.match(/^https?:$/) && url.origin === value.replace(/\/$/, '')) return url.origin
  faults.push(['SITE_ORIGIN', `is "${value}". Give scheme and host alone: https://www.example.org`])
  return ''
}

function describeFaults(faults: [name: string, message: string][]): string {
  const width = Math.max(...faults.map(([name]) => name.length))
  const count = faults.length === 1 ? '1 setting needs' : `${faults.length} settings need`
  return [
    `Cannot start: ${count} attention.`,
    ...faults.map(([name, message]) => `  ${name.padEnd(width)}  ${message}`),
  ].join('\n')
}
