import { defineCommand, UsageError } from './command.ts'
import { count } from './message-lines.ts'

const dayMs = 24 * 60 * 60_000
const mostDays = 36_500

export const purge = defineCommand({
  usage: '[--older-than <days>] [--json]',
  does: 'erases messages that are older than they may get',
  help: `The server does the same by itself. This does not ask, and erases messages in whatever state. It also clears from the
store's files what an erasure that was interrupted has left there.

Options:
  --older-than <days>  at least 1; RETENTION_DAYS when not given
  --json               tells as one JSON document how many were erased

Examples:
  npm run inbox -- purge
  npm run inbox -- purge --older-than 90`,
  options: { 'older-than': { type: 'string' } },
  takesIds: false,
  prepare(values) {
    const wish = readDays(values['older-than'])
    return async ({ store, settings, now }) => {
      const days = wish ?? settings.retentionDays
      const before = new Date(now.getTime() - days * dayMs)
      const { erased, undelivered } = await store.purge(before)
      // To erase nothing clears the files all the same; a purge that erased something has done that.
      if (erased === 0) await store.erase([])
      const unread = undelivered > 0 ? `, ${undelivered} of them never delivered (robots' included)` : ''
      return {
        text: `${count(erased, 'message')} older than ${count(days, 'day')} erased${unread}.\n`,
        json: { erased, undelivered, before: before.toISOString() },
      }
    }
  },
})

function readDays(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const days = Number(value)
  if (/^\d+$/.test(value) && days >= 1 && days <= mostDays) return days
  throw new UsageError(`--older-than is "${value}". Give a number of days, from 1 to ${mostDays}.`)
}
