import { dayMs } from '../../shared/durations.ts'
import type { Inbox, Options, Report } from './command.ts'
import { count, messageLines, shownTextLength, timeFormat } from './message-lines.ts'

/** Erases messages that are too old by this machine's clock. It asks first, because the clock may be wrong. */
export async function purge(inbox: Inbox, options: Options): Promise<Report> {
  const { store, now, columns, note, confirm } = inbox
  const days = inbox.settings.retentionDays
  const before = new Date(now.getTime() - days * dayMs)
  const old = (await store.list(undefined, shownTextLength)).filter(({ receivedAt }) => receivedAt < before)
  const many = `${count(old.length, 'message')} older than ${count(days, 'day')}`
  if (old.length > 0)
    note(`To be erased, older than ${timeFormat.format(before)}:\n${messageLines(old, columns).join('\n')}\n`)
  const isConfirmed = options.yes || old.length === 0 || (await confirm?.(`Erase ${many} for good?`)) === true
  const undelivered = old.filter(({ state }) => state !== 'delivered').length
  // Called even without ids: it also clears the files of messages erased before.
  const erased = isConfirmed ? await store.erase(old.map(({ id }) => id)) : 0
  const unread = undelivered > 0 ? `, ${undelivered} of them never delivered (robots' included)` : ''
  return {
    text: isConfirmed
      ? `${many} erased${unread}.\n`
      : `${many} to be erased${unread}. Nothing erased; run again with --yes.\n`,
    json: { erased, found: old.length, undelivered, before: before.toISOString() },
  }
}
