import type { Violation } from '../history.ts'
import { answerMs, minuteMs } from '../numbers.ts'
import type { Traces } from '../traces.ts'
import { isStillTrapped } from './visible.ts'

/** More connections than that in ten minutes would be a nuisance to a mail server that is away. */
const mostConnections = 100

/** The mail server gets time to answer, few connections while it is away, and no message that was erased or trapped. */
export function* checkAttempts(traces: Traces): Generator<Violation> {
  const inVain = new Map<string, number[]>()
  for (const { number, message, process, claim, at, dataAt, endAt, over } of traces.attempts.values()) {
    const waitedMs = over && dataAt !== undefined ? over.at - (endAt ?? dataAt) : Infinity
    if (over?.by === 'client' && waitedMs < answerMs)
      yield { rule: 'timeout', what: `mail ${number} was given up ${waitedMs} ms after its end`, at: over.at }
    if (message.gone && claim.at > message.gone.at)
      yield { rule: 'erased', what: `mail ${number} is of ${message.id}, which was erased`, at }
    if (isStillTrapped(message, traces, at))
      yield { rule: 'trapped', what: `mail ${number} is of ${message.id}, which a robot sent`, at }
    if (over?.outcome === 'away') {
      const times = inVain.get(process.name) ?? []
      times.push(at)
      inVain.set(process.name, times)
      const first = times.at(-mostConnections)
      if (first !== undefined && at - first < 10 * minuteMs)
        yield { rule: 'backoff', what: `${process.name} hammers a mail server that is away`, at }
    }
  }
}
