import { DatabaseSync } from 'node:sqlite'
import { withTables } from '../database/open-database.ts'
import { connectionTo } from '../database/sqlite/connection.ts'
import { sqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import type { Mail } from '../server/mail/mailer.ts'
import type { Message } from '../server/messages/message-store.ts'
import { Store } from '../server/messages/store.ts'
import type { MailFault, Plan, StoreFault } from './commands.ts'
import { Model } from './model.ts'
import { seededRandom } from './random.ts'
import { VirtualTime } from './virtual-time.ts'

const connection = new DatabaseSync(':memory:')
const clock = { now: Date.now }
/** Opening the real store, in memory, takes as long as a short history: one serves all histories and is emptied between them. */
const store = new Store(await withTables(sqliteDatabase(connectionTo(connection), { now: () => clock.now() })))

export type World = ReturnType<typeof openWorld>

/** What all who take part in one history share. */
export function openWorld(plan: Plan) {
  connection.exec('DELETE FROM contact_messages')
  const random = seededRandom(plan.seed)
  const time = new VirtualTime(random)
  const model = new Model(time, plan.retentionDays)
  const mailFaults: (MailFault & { until: number })[] = []
  const storeFaults: (StoreFault & { until: number })[] = []
  clock.now = model.clock

  /** What goes wrong with a form's mail at this stage, now. */
  const mailFault = (form: number, stage: MailFault['stage']) =>
    mailFaults.find((fault) => time.now < fault.until && fault.stage === stage && (fault.form ?? form) === form)

  /** The mail of a message, whose words are the number of its form. The product's own words would change nothing here. */
  async function compose({ id, name, email, message, language, possibleCopies }: Message): Promise<Mail> {
    if (mailFault(Number(message), 'composing')) throw new Error('The simulated mail cannot be composed.')
    const replyTo = { name, address: email }
    return { messageId: id, subject: name, text: message, replyTo, language, mayBeRepeat: possibleCopies > 0 }
  }

  /** Compares what the operator would see now with what must be. */
  async function look(): Promise<Message[]> {
    const [found, backlog] = await Promise.all([store.list(), store.backlog()])
    model.looked(found, backlog)
    return found
  }

  return { plan, random, time, model, store, mailFaults, storeFaults, mailFault, compose, look }
}
