import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('a person at a terminal reads the message, and how bad it is unless it is nothing', () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = makeLog({ instance: 'web-1:3000', write, now: () => new Date(), isForPeople: true })
  log('mail_sent', 'Message 1 sent.', { id: '1' })
  log('mail_unreachable', 'The mail server is away.')
  expect(lines).toEqual(['Message 1 sent.', 'warn: The mail server is away.'])
})
