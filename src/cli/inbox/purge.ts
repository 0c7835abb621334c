import { dayMs } from '../../server/messages/purge-guard.ts'
import { UsageError } from '../../shared/command-error.ts'
import { defineCommand } from './command.ts'
import { count, messageLines, shownTextLength, timeFormat } from './message-lines.ts'

const mostDays = 36_500

export const purge = defineCommand({
  usage: '[--older-than <days>] [--yes] [--json]',
  does: 'erases messages that are older than they may get',
  help: `The server does the same by itself, unless its clock has leapt. This says what it would erase, by the clock of
this machine, in whatever state; and erases it when told to, with --yes or at the terminal. It also clears from the
store's files what an erasure that was interrupted has left there.

Options:
  --older-than <days>  at least 1; RETENTION_DAYS when not given
  --yes                does not ask; where there is no terminal to ask at, nothing is erased without it
  --json               tells as one JSON document what was, or would be, erased

Examples:
  npm run inbox -- purge
  npm run inbox -- purge --older-than 90 --yes`,
  options: { 'older-than': { type: 'string' }, yes: { type: 'boolean' } },
  takesIds: false,
  prepare(values) {
    const wish = readDays(values['older-than'])
    return async (inbox) => {
      const { store, settings, now, columns, say, confirm } = inbox
      const days = wish ?? settings.retentionDays
      const before = new Date(now.getTime() - days * dayMs)
      const old = (await store.list(undefined, shownTextLength)).filter(({ receivedAt }) => receivedAt < before)
      const many = `${count(old.length, 'message')} older than ${count(days, 'day')}`
      if (old.length > 0)
        say(`To be erased, older than ${timeFormat.format(before)}:\n${messageLines(old, columns).join('\n')}\n`)
      const isTold = values.yes || old.length === 0 || (await confirm?.(`Erase ${many} for good?`)) === true
      const undelivered = old.filter(({ state }) => state !== 'delivered').length
      // Without ids too, it clears the files of what was erased before.
      const erased = isTold ? await store.erase(old.map(({ id }) => id)) : 0
      const unread = undelivered > 0 ? `, ${undelivered} of them never delivered (robots' included)` : ''
      return {
        text: isTold ? `${many} erased${unread}.\n` : `${many} to be erased${unread}. Nothing was: add --yes.\n`,
        json: { erased, found: old.length, undelivered, before: before.toISOString() },
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
