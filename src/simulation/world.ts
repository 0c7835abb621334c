import { DatabaseSync } from 'node:sqlite'
import { withTables } from '../database/open-database.ts'
import { connectionTo } from '../database/sqlite/connection.ts'
import { sqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import type { Mail } from '../server/mail/mailer.ts'
import type { Message } from '../server/messages/message-store.ts'
import { Store } from '../server/messages/store.ts'
import type { MailFault, Plan, StoreFault } from './commands.ts'
import { PromiseChecker } from './promise.ts'
import { seededRandom } from './random.ts'
import { VirtualTime } from './virtual-time.ts'

const connection = new DatabaseSync(':memory:')
const clock = { now: Date.now }
/** Opening the real store, in memory, takes as long as a short history: one serves all histories and is emptied between them. */
const store = new Store(await withTables(sqliteDatabase(connectionTo(connection), { now: () => clock.now() })))

export type World = ReturnType<typeof openWorld>

/** What all who take part in one history share. */
export function openWorld({ seed, retentionDays }: Plan) {
  connection.exec('DELETE FROM contact_messages')
  const random = seededRandom(seed)
  const time = new VirtualTime(random)
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

  /** Compares what the operator would see now with what must be. */
  async function look(): Promise<Message[]> {
    const [found, backlog] = await Promise.all([store.list(), store.backlog()])
    checker.looked(found, backlog)
    return found
  }

  return { retentionDays, random, time, checker, store, mailFaults, storeFaults, leap, compose, look }
}
