import type { Violation } from '../history.ts'
import { answerMs } from '../numbers.ts'
import type { Traces } from '../traces.ts'
import { isStillTrapped } from './visible.ts'

/** The mail server gets time to answer, and no message that was erased or trapped. */
export function* checkAttempts(traces: Traces): Generator<Violation> {
  for (const { number, message, claim, at, dataAt, endAt, over } of traces.attempts.values()) {
    const waitedMs = over && dataAt !== undefined ? over.at - (endAt ?? dataAt) : Infinity
    if (over?.by === 'client' && waitedMs < answerMs)
      yield { rule: 'timeout', what: `mail ${number} was given up ${waitedMs} ms after its end`, at: over.at }
    if (message.gone && claim.at > message.gone.at)
      yield { rule: 'erased', what: `mail ${number} is of ${message.id}, which was erased`, at }
    if (isStillTrapped(message, traces, at))
      yield { rule: 'trapped', what: `mail ${number} is of ${message.id}, which a robot sent`, at }
  }
}
