import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../support/server-process.ts'
import { startStrictMailServer } from '../../support/strict-mail-server.ts'
import { claimedIn, endClaims, expectPromise, messagesIn, settingsFor, startReading, Writers } from '../promise.ts'
import { until } from '../submissions.ts'
import { canCutPower, type Disk, makeDisk } from './disk.ts'

/** How often the power is cut. POWER_CUTS=100 npx vitest run tests/messages/power-loss cuts more often and prints figures. */
const cuts = Number(process.env.POWER_CUTS ?? 4)

/** Sends messages until the power is cut, at a random moment. @returns the server's output */
async function writeUntilPowerCut(
  disk: Disk,
  writers: Writers,
  settings: Record<string, string>,
  survives: () => boolean,
): Promise<string> {
  disk.turnOn()
  await using server = await startServer({ settings: { ...settings, ...disk.environment } })
  const reader = startReading(server.origin)
  const before = writers.acknowledged.length
  let isOn = true
  const write = async () => {
    while (isOn) await writers.send(server.origin, `Visitor ${++writers.count}`)
  }
  const all = Array.from({ length: 4 }, write)
  await until(
    () => writers.acknowledged.length,
    (count) => count > before,
  )
  await pause(Math.random() * 400)
  await reader.end()
  await server.kill()
  isOn = false
  await Promise.all(all)
  disk.cutPower(survives)
  return server.output()
}

const missingFrom = async (dataDir: string, { acknowledged }: Writers) => {
  const kept = new Set((await messagesIn(dataDir)).map(({ name }) => name))
  return acknowledged.filter((name) => !kept.has(name))
}

test.runIf(canCutPower)(
  'the power is cut under load, again and again: the store is whole, and nothing acknowledged is lost',
  { timeout: 60_000 * (1 + cuts) },
  async () => {
    using disk = makeDisk()
    await using mail = await startStrictMailServer()
    const dataDir = join(disk.root, 'data')
    const settings = settingsFor(dataDir, mail.url)
    const writers = new Writers()
    let output = ''
    for (let cut = 0; cut < cuts; cut++) {
      // In even rounds nothing survives that was not synced; in odd ones, about half of such sectors do.
      output += await writeUntilPowerCut(disk, writers, settings, () => cut % 2 === 1 && Math.random() < 0.5)
      expect(await missingFrom(dataDir, writers), `cut ${cut + 1}`).toEqual([])
    }
    const underWay = claimedIn(dataDir)
    endClaims(dataDir)
    await using server = await startServer({ settings })
    const messages = await until(
      () => messagesIn(dataDir),
      (messages) => messages.every(({ state }) => state === 'delivered' || state === 'unknown'),
    )
    output += server.output()
    expectPromise({ messages, writers, taken: mail.taken, output })
    const unknown = messages.filter(({ state }) => state === 'unknown').length
    expect(unknown).toBeLessThanOrEqual(underWay)
    if (process.env.POWER_CUTS)
      console.log(`${cuts} cuts: ${writers.acknowledged.length} acknowledged, none lost; ${unknown} unknown`)
  },
)

// Shows that the test above would find a loss: these settings sync too little.
test.runIf(canCutPower).each(['OFF', 'NORMAL'])(
  'a store that waits less for the disk (synchronous = %s) loses messages',
  async (synchronous) => {
    using disk = makeDisk()
    const dataDir = join(disk.root, 'data')
    const preload = pathToFileURL('tests/messages/power-loss/weaker-syncing.mjs')
    const settings = { DATA_DIR: dataDir, CONTACT_LIMIT: '0' }
    {
      await using server = await startServer({ settings })
      await server.stop()
    }
    const weaker = { ...settings, NODE_OPTIONS: `--import=${preload}`, SYNCHRONOUS: synchronous }
    const writers = new Writers()
    await writeUntilPowerCut(disk, writers, weaker, () => false)
    expect((await missingFrom(dataDir, writers)).length).toBeGreaterThan(0)
  },
)

afterAll(() => {
  if (!canCutPower) console.warn('Left out: no power was cut, which needs Linux and a C compiler (cc).')
})
