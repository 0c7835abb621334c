import type { Message, MessageStore } from '../../server/messages/message-store.ts'
import { CommandError } from '../../shared/command-error.ts'
import { UsageError } from '../usage-error.ts'

const leastIdLength = 4

/**
 * Finds the messages with these ids, which may be shortened to their beginnings; each once.
 * @throws UsageError when a beginning is too short
 * @throws CommandError when one names no message or several: all of them are reported at once
 */
export async function findNamed(store: MessageStore, beginnings: string[]): Promise<Message[]> {
  const short = beginnings.find((beginning) => beginning.length < leastIdLength)
  if (short !== undefined)
    throw new UsageError(`"${short}" is too short: give at least the first ${leastIdLength} characters of an id.`)
  const named = new Map<string, Message>()
  const faults: string[] = []
  for (const beginning of beginnings) {
    const found = await store.find(beginning.toLowerCase())
    const [message] = found
    if (!message) faults.push(`No message has an id that begins with "${beginning}".`)
    else if (found.length > 1)
      faults.push(`"${beginning}" is the beginning of several ids: ${found.map(({ id }) => id).join(', ')}.`)
    else named.set(message.id, message)
  }
  if (faults.length > 0) throw new CommandError(faults.join('\n'))
  return [...named.values()]
}
