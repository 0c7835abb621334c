import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { checkHistory } from './check-history.ts'
import type { History, Violation } from './history.ts'
import { play } from './play.ts'
import { type Scenario, scenarios } from './scenario.ts'
import { product, type SystemUnderTest } from './system-under-test.ts'
import { traceHistory } from './traces.ts'

export type Simulation = {
  /** How many histories; fewer are played when one of them fails. */
  runs: number
  seed: number
  /** fast-check's name for one of its scenarios: with the same seed, only that one is played. */
  path?: string | undefined
  system?: SystemUnderTest
  /** What counts as a failure, which is then not reduced; any violation when not given. */
  rules?: readonly string[]
  onHistory?: (tally: Tally) => void
}

/** What was played, in numbers. */
export type Tally = {
  histories: number
  messages: number
  mails: number
  /** Mails that the mail server took though it had the same message already, without the operator's wish. */
  copies: number
}

type Failure = { history: History; violations: Violation[]; seed: number; path: string; foundAfter: number }
export type Result = Tally & { failure: Failure | undefined }

/** Plays histories until one breaks the promise, and reduces that one to as few events as it can. */
export async function simulate({ runs, seed, path, system = product, rules, onHistory }: Simulation): Promise<Result> {
  const tally: Tally = { histories: 0, messages: 0, mails: 0, copies: 0 }
  const judge = async (scenario: Scenario) => {
    const history = await play(scenario, system)
    const violations = checkHistory(history)
    return { history, violations: rules ? violations.filter(({ rule }) => rules.includes(rule)) : violations }
  }
  let hasFailed = false
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    // Virtual time never lets Node's event loop turn.
    await setImmediate()
    const { history, violations } = await judge(scenario)
    if (!hasFailed) {
      count(history, tally)
      onHistory?.(tally)
    }
    hasFailed ||= violations.length > 0
    return violations.length === 0
  })
  const run = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: rules !== undefined,
    ...(path !== undefined && { path }),
  })
  if (!run.failed) return { ...tally, failure: undefined }
  const [scenario] = run.counterexample ?? []
  if (!scenario || (run.errorInstance && !hasFailed)) throw run.errorInstance
  const found = await judge(scenario)
  return { ...tally, failure: { ...found, seed, path: run.counterexamplePath ?? '', foundAfter: run.numRuns } }
}

function count(history: History, tally: Tally): void {
  const { messages, attempts } = traceHistory(history)
  tally.histories++
  tally.messages += messages.size
  tally.mails += [...attempts.values()].filter(({ takenAt }) => takenAt !== undefined).length
  for (const { attempts: tries, retriedAt } of messages.values())
    if (retriedAt.length === 0)
      tally.copies += Math.max(0, tries.filter(({ takenAt }) => takenAt !== undefined).length - 1)
}
