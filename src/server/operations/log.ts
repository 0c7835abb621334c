import { type EventName, events } from './events.ts'

export type Fields = Record<string, string | number | boolean | undefined>

/**
 * Logs an event for the operator: its name for programs, a sentence for people, and fields. Never a visitor's text, address, browser
 * or query.
 */
export type Log = (event: EventName, message: string, fields?: Fields) => void

/**
 * Makes a log that writes one line for each event, whatever the message contains.
 * @param instance which instance logs, if several write to one place
 * @param isForPeople to write sentences for a terminal, instead of JSON
 */
const makeLog =
  (instance: string, isForPeople: boolean, write: (line: string) => void): Log =>
  (event, message, fields) => {
    const level = events[event]
    if (isForPeople) write(level === 'info' ? message : `${level}: ${message}`)
    else write(JSON.stringify({ time: new Date().toISOString(), level, event, instance, message, ...fields }))
  }

/** The log of this process, on its standard output. If that is closed, the process continues without a log. */
export function processLog(instance: string): Log {
  process.stdout.on('error', () => {})
  return makeLog(instance, process.stdout.isTTY, (line) => process.stdout.write(`${line}\n`))
}
