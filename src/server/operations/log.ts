import { type EventName, events } from './events.ts'

export type Fields = Record<string, string | number | boolean | undefined>

/**
 * Logs an event for the operator: its name for programs, a sentence for people, and fields. Never a visitor's text, address, browser
 * or query.
 */
export type Log = (event: EventName, message: string, fields?: Fields) => void

type LogParts = {
  /** Which instance logs, if several write to one place. */
  instance: string
  write(line: string): void
  now(): Date
  /** As a sentence, for a person at a terminal; otherwise as one line of JSON. */
  isForPeople: boolean
}

/** Makes a log that writes one line for each event, whatever the message holds. */
export function makeLog({ instance, write, now, isForPeople }: LogParts): Log {
  return (event, message, fields) => {
    const level = events[event]
    if (isForPeople) return write(level === 'info' ? message : `${level}: ${message}`)
    write(JSON.stringify({ time: now().toISOString(), level, event, instance, message, ...fields }))
  }
}

/** The log of this process, on its standard output. If that is closed, the process continues without a log. */
export function processLog(instance: string): Log {
  process.stdout.on('error', () => {})
  return makeLog({
    instance,
    write: (line) => process.stdout.write(`${line}\n`),
    now: () => new Date(),
    isForPeople: process.stdout.isTTY === true,
  })
}
