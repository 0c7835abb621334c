import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInbox } from '../support/inbox-process.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import {
  claimedIn,
  endClaims,
  expectPromise,
  messagesIn,
  numbered,
  settingsFor,
  startReading,
  Writers,
} from './promise.ts'
import { until } from './submissions.ts'

/** How many mails are under way at once, at most: six new ones and three that are tried again. */
const mostUnderWay = 9

test('killed under load, round after round: all that was acknowledged is mailed, and only what was under way twice', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(folder.dataDir, mail.url)
  const writers = new Writers()
  let output = ''
  const rounds = 4
  for (let round = 1; round <= rounds; round++) {
    mail.release()
    await using server = await startServer({ settings })
    const reader = startReading(server.origin)
    const burst = numbered(40, round * 100).map((name) => writers.send(server.origin, name))
    // In every other round the kill comes while the mail server has a few mails that it has not acknowledged.
    if (round % 2 === 0) {
      await until(
        () => mail.taken.length,
        (count) => count > 0,
      )
      mail.behave('mail', 'hold')
      const { mail: before } = mail.reached
      await until(
        () => mail.reached.mail,
        (now) => now >= before + 3,
      )
    } else await pause(Math.random() * 150)
    await reader.end()
    await server.kill()
    await Promise.all(burst)
    output += server.output()
  }
  expect(writers.acknowledged.length).toBeGreaterThan(rounds)
  mail.release()

  // A claim outlives its killed server by up to a minute and a half: until then, no other server takes that message.
  const underWay = claimedIn(folder.dataDir)
  expect(underWay).toBeGreaterThan(0)
  expect(underWay).toBeLessThanOrEqual(rounds * mostUnderWay)
  await using server = await startServer({ settings })
  const reader = startReading(server.origin)
  const allBut = (count: number) =>
    until(
      () => messagesIn(folder.dataDir),
      (messages) => messages.filter(({ state }) => state === 'delivered').length === messages.length - count,
    )
  await allBut(underWay)
  expect(mail.taken.length).toBe(new Set(mail.taken.map(({ messageId }) => messageId)).size)
  // Once the claims end, their outcome is unknown and they are due in minutes; the retry below does not wait for that.
  endClaims(folder.dataDir)
  // A new message wakes the delivery, which would look by itself within half a minute.
  await writers.send(server.origin, 'Visitor 1000')
  await until(
    () => messagesIn(folder.dataDir),
    (messages) => messages.filter(({ state }) => state === 'unknown').length === underWay,
  )
  expect((await runInbox(['retry', '--all', '--yes'], settings)).code).toBe(0)
  await writers.send(server.origin, 'Visitor 1001')
  const messages = await allBut(0)
  await reader.end()
  output += server.output()
  expectPromise({ messages, writers, taken: mail.taken, output })
  expect(mail.taken.length - messages.length).toBeLessThanOrEqual(underWay)
  expect(mail.faults).toEqual([])
})
