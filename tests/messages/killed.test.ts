import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { claimedIn, endClaims, expectPromise, messagesIn, numbered, settingsFor, Writers } from './promise.ts'

/** How many mails are being sent at once, at most: six new ones and three retries. */
const mostUnderWay = 9

test('if the server is killed under load again and again, every acknowledged message is emailed, and only those being sent are unknown', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(folder.dataDir, mail.url)
  const writers = new Writers()
  let output = ''
  const rounds = 4
  for (let round = 1; round <= rounds; round++) {
    mail.release()
    await using server = await startServer({ settings })
    // In every other round, the mail server has a few mails that it has not acknowledged.
    if (round % 2 === 0) mail.behave('mail', 'hold')
    const { mail: before } = mail.reached
    const burst = numbered(40, round * 100).map((name) => writers.send(server.origin, name))
    await expect.poll(() => mail.reached.mail).toBeGreaterThanOrEqual(before + 3)
    await pause(Math.random() * 150)
    await server.kill()
    await Promise.all(burst)
    output += server.output()
  }
  expect(writers.acknowledged.length).toBeGreaterThan(rounds)
  mail.release()

  const underWay = claimedIn(folder.dataDir)
  expect(underWay).toBeGreaterThan(0)
  expect(underWay).toBeLessThanOrEqual(rounds * mostUnderWay)
  // A killed server's leases last up to a minute and a half: the test does not wait for them.
  endClaims(folder.dataDir)
  await using server = await startServer({ settings })
  const states = async () => (await messagesIn(folder.dataDir)).map(({ state }) => state)
  await expect.poll(states).toSatisfy((states) => states.every((state: string) => /delivered|unknown/.test(state)))
  const messages = await messagesIn(folder.dataDir)
  expect(messages.filter(({ state }) => state === 'unknown')).toHaveLength(underWay)
  expectPromise({ messages, writers, taken: mail.taken, output: output + server.output() })
  expect(mail.faults).toEqual([])
})
