import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { type Plan, plans } from './commands.ts'
import type { Model } from './model.ts'
import { play } from './play.ts'

export type Simulation = {
  /** How many histories; fewer are played when one of them fails. */
  runs: number
  seed: number
  /** fast-check's name for one of its plans: with the same seed, only that one is played. */
  path?: string | undefined
  /** What counts as a failure, which is then not reduced; any violation when not given. */
  rules?: readonly string[]
  onHistory?: (tally: Tally) => void
}

/** What was played, in numbers. @property copies mails of a message that had been taken, without the operator's wish */
export type Tally = { histories: number; messages: number; mails: number; copies: number }

/** How many smaller plans are tried after a failure: about as many as are played in half a minute. */
const mostReductions = 2_000

/** Plays histories until one breaks the promise, and reduces that one to as few events as it can. */
export async function simulate({ rules, onHistory, runs, seed, path }: Simulation) {
  const tally: Tally = { histories: 0, messages: 0, mails: 0, copies: 0 }
  let hasFailed = false
  let reductions = 0
  const property = fc.asyncProperty(plans, async (plan) => {
    // A history is not reduced for longer than a test may fail to end.
    if (hasFailed && ++reductions > mostReductions) return true
    // Virtual time never lets Node's event loop turn.
    await setImmediate()
    const model = await play(plan)
    if (!hasFailed) {
      count(model, tally)
      onHistory?.(tally)
    }
    const isRight = model.violations.every(({ rule }) => rules && !rules.includes(rule))
    hasFailed ||= !isRight
    return isRight
  })
  const options = { numRuns: runs, seed, endOnFailure: rules !== undefined, ...(path && { path }) }
  const { counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(property, options)
  if (!counterexample) return { ...tally, failure: undefined }
  const [plan] = counterexample
  if (!hasFailed) throw errorInstance
  const description = describe(plan, await play(plan))
  return { ...tally, failure: { description, path: counterexamplePath ?? '', foundAfter: numRuns } }
}

/** The history for a reader, a line for each event, and what is wrong with it. */
export function describe(plan: Plan, { lines, violations }: Model): string {
  const faults = violations.map(({ rule, what }) => `VIOLATION of "${rule}": ${what}`)
  return [...lines, '', ...faults, '', `Plan: ${JSON.stringify(plan)}`].join('\n')
}

function count({ messages }: Model, tally: Tally): void {
  tally.histories++
  tally.messages += messages.size
  for (const { attempts, retriedAt } of messages.values()) {
    const taken = attempts.filter(({ isTaken }) => isTaken).length
    tally.mails += taken
    if (retriedAt === -Infinity) tally.copies += Math.max(0, taken - 1)
  }
}
