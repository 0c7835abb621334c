import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function linesOf(isForPeople: boolean, use: (log: ReturnType<typeof makeLog>) => void): string[] {
  const lines: string[] = []
  const now = () => new Date('2026-01-02T03:04:05Z')
  use(makeLog({ instance: 'web-1:3000', write: (line) => lines.push(line), now, isForPeople }))
  return lines
}

test('an event is one line of JSON, whatever its message holds', () => {
  const [line = '', ...others] = linesOf(false, (log) => log('mail_sent', 'Message 1\nwas "sent".', { id: '1' }))
  expect(others).toEqual([])
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    time: '2026-01-02T03:04:05.000Z',
    level: 'info',
    event: 'mail_sent',
    instance: 'web-1:3000',
    message: 'Message 1\nwas "sent".',
    id: '1',
  })
})

test('a person at a terminal reads the message, and how bad it is unless it is nothing', () => {
  const lines = linesOf(true, (log) => {
    log('mail_sent', 'Message 1 sent.', { id: '1' })
    log('mail_unreachable', 'The mail server is away.')
  })
  expect(lines).toEqual(['Message 1 sent.', 'warn: The mail server is away.'])
})
