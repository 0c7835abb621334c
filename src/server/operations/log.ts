import { type EventName, events } from './events.ts'

export type Fields = Record<string, string | number | boolean | undefined>

/**
 * Logs an event for the operator: its name for programs, a sentence for people, and fields. Never a visitor's text, address, browser
 * or query.
 */
export type Log = (event: EventName, message: string, fields?: Fields) => void

/**
 * The log of this process, on its standard output: a line for each event, in JSON or, on a terminal, for people. If the output is
 * closed, the process continues without a log.
 * @param instance which instance logs, if several write to one place
 */
export function processLog(instance: string): Log {
  const { stdout } = process
  stdout.on('error', () => {})
  return (event, message, fields) => {
    const level = events[event]
    const json = JSON.stringify({ time: new Date().toISOString(), level, event, instance, message, ...fields })
    const sentence = level === 'info' ? message : `${level}: ${message}`
    stdout.write(`${stdout.isTTY ? sentence : json}\n`)
  }
}
