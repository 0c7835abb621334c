import { DatabaseSync } from 'node:sqlite'
import { withTables } from '../database/open-database.ts'
import { connectionTo } from '../database/sqlite/connection.ts'
import { sqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import type { Mail } from '../server/mail/mailer.ts'
import type { Message } from '../server/messages/message-store.ts'
import { Store } from '../server/messages/store.ts'
import type { MailFault, Plan, StoreFault } from './commands.ts'
import { PromiseChecker } from './promise.ts'
import { VirtualTime } from './virtual-time.ts'

const connection = new DatabaseSync(':memory:')
const clock = { now: Date.now }
/** Opening the real store, in memory, takes as long as a short history: one serves all histories and is emptied between them. */
const store = new Store(await withTables(sqliteDatabase(connectionTo(connection), { now: () => clock.now() })))

export type World = ReturnType<typeof openWorld>

/** What all who take part in one history share. */
export function openWorld({ chances, retentionDays }: Plan) {
  connection.exec('DELETE FROM contact_messages')
  /** At least 0, less than 1. */
  const chance = (): number => chances.next().value
  /** A whole number of at least 0, less than the limit. */
  const below = (limit: number) => Math.floor(limit * chance())
  /** Mostly near 0 and seldom near the longest, as of networks and disks, in milliseconds. */
  const latency = (longestMs: number) => Math.floor(longestMs * chance() ** 4)
  const time = new VirtualTime(chance)
  const checker = new PromiseChecker(time, retentionDays)
  const mailFaults: (MailFault & { until: number })[] = []
  const storeFaults: (StoreFault & { until: number })[] = []
  let offsetMs = Date.UTC(2026, 2, 1, 9)
  clock.now = () => offsetMs + time.now

  /** The store's clock leaps. */
  function leap(byMs: number): void {
    offsetMs += byMs
    checker.clockLeapt()
  }

  /** The mail of a message, whose words are the number of its form. The product's own words would change nothing here. */
  async function compose({ id, name, email, message, language, possibleCopies }: Message): Promise<Mail> {
    const replyTo = { name, address: email }
    return { messageId: id, subject: name, text: message, replyTo, language, mayBeRepeat: possibleCopies > 0 }
  }

  return { retentionDays, chance, below, latency, time, checker, store, mailFaults, storeFaults, leap, compose }
}
