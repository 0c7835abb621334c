import { type EventName, events } from './events.ts'

export type Fields = Record<string, string | number | boolean | undefined>

/**
 * Notes something that an operator should know: the event's name for machines, a sentence for people, and what belongs to
 * it. Never a visitor's words, address, browser or query: what is not given here is not in the log.
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

/** The log of this process, on its standard output. Where nothing can be written any more, the process goes on without. */
export function processLog(instance: string): Log {
  process.stdout.on('error', () => {})
  return makeLog({
    instance,
    write: (line) => process.stdout.write(`${line}\n`),
    now: () => new Date(),
    isForPeople: process.stdout.isTTY === true,
  })
}
