import { setTimeout as pause } from 'node:timers/promises'
import type { ProblemCode } from '../../shared/problem.ts'
import type { Release } from '../api.ts'
import { failureOf } from './repository.ts'

/** The site that a copy is published to. */
export type Site = {
  /** Its public address. */
  address: string
  /** Builds it. @returns the name of the build */
  build: () => Promise<string>
  /** @returns the name of the build that it shows */
  shown: () => Promise<string>
  /** In milliseconds: how often it is asked, and for how long. A server that restarts may finish mails first, for eleven minutes. */
  askMs?: number
  timeoutMs?: number
}

/**
 * Builds the site, sends it, and asks the site until it shows the new build. A build that fails is not sent.
 * @param send runs EDIT_PUBLISH
 * @param isOver whether it need not be awaited any more
 */
export async function bringOnline(
  { address, build, shown, askMs = 2_000, timeoutMs = 15 * 60_000 }: Site,
  send: () => Promise<unknown>,
  report: (release: Release) => void,
  isOver: () => boolean,
): Promise<void> {
  /** What fails. */
  let code: ProblemCode = 'build_failed'
  try {
    report({ stage: 'building' })
    const name = await build()
    if (isOver()) return
    code = 'not_online'
    await send()
    code = 'not_shown'
    report({ stage: 'waiting' })
    for (const until = Date.now() + timeoutMs; !isOver(); await pause(askMs)) {
      const found = await shown().catch((error: Error) => error.message)
      if (found === name) return report({ stage: 'online', since: new Date().toISOString(), address })
      if (Date.now() > until) throw new Error(`${address}: ${found}`)
    }
  } catch (error) {
    report({ stage: 'failed', failure: failureOf(error, code) })
  }
}
