import type { RunnerResult, Trace, TraceEvent } from 'lighthouse'
import { TotalBlockingTime } from 'lighthouse/core/computed/metrics/total-blocking-time.js'

/** Chromium tells of a task how long it lasted and how long it had a processor, in microseconds. */
type TimedEvent = TraceEvent & { tdur?: number }

/**
 * The blocking time that Lighthouse works out from a visit's trace, if each task is taken to have lasted as long as it had
 * a processor. The browser, its measuring tools and the page share this machine's processors, and a task that had to wait
 * for one, or for another process, counts as long otherwise.
 * @returns milliseconds
 */
export async function blockingByProcessorTime({ artifacts, lhr }: RunnerResult): Promise<number> {
  const settings = lhr.configSettings
  const data = {
    trace: withoutWaits(artifacts.Trace),
    devtoolsLog: artifacts.DevtoolsLog,
    gatherContext: artifacts.GatherContext,
    settings,
    URL: artifacts.URL,
    SourceMaps: artifacts.SourceMaps,
    HostDPR: artifacts.HostDPR,
    simulator: null,
  }
  const { timing } = await TotalBlockingTime.request(data, { computedCache: new Map(), settings })
  return timing
}

/** Shortens every task to its processor time, and what happened in it in proportion. */
export function withoutWaits(trace: Trace): Trace {
  const tasks = new Map<string, TimedEvent>()
  const byTime: TimedEvent[] = [...trace.traceEvents].sort((one, other) => one.ts - other.ts)
  const traceEvents = byTime.map((event) => {
    const thread = `${event.pid} ${event.tid}`
    if (event.name === 'RunTask' && event.tdur) tasks.set(thread, event)
    const task = tasks.get(thread)
    if (!task?.tdur || event.ts >= task.ts + task.dur) return event
    const share = Math.min(1, task.tdur / task.dur)
    const ts = task.ts + (event.ts - task.ts) * share
    return { ...event, ts, dur: event.dur && event.dur * share }
  })
  return { ...trace, traceEvents }
}
