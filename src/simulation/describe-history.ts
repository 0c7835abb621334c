import type { Event, History, Violation } from './history.ts'

/** The history for a reader, a line for each event, and what is wrong with it. */
export function describeHistory({ events, scenario }: History, violations: Violation[]): string {
  const begin = events[0]?.clock ?? 0
  const named = nameMessages(events)
  const lines = events.map(({ at, clock, kind, ...details }) => {
    const offMs = clock - begin - at
    const clockNote = Math.abs(offMs) > 20_000 ? `  [clock ${duration(offMs)}]` : ''
    const facts = Object.entries(details).map(
      ([name, value]) =>
        `${name} ${/ms$/i.test(name) ? duration(value) : typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    return `${duration(at).padStart(17)}  ${named([kind.toUpperCase(), ...facts].join(', '))}${clockNote}`
  })
  const faults = violations.map(({ rule, what, at }) => `VIOLATION of "${rule}": ${named(what)} (at ${duration(at)})`)
  return [...lines, '', ...faults, '', `Scenario: ${JSON.stringify(scenario)}`].join('\n')
}

/** Ids are random: a message is named after its form, m2, or m2.1 if it is the second message of that form. */
function nameMessages(events: Event[]): (text: string) => string {
  const names = new Map<string, string>()
  const counts = new Map<number, number>()
  for (const event of events)
    if (event.kind === 'keeps' && !names.has(event.message)) {
      const count = counts.get(event.form) ?? 0
      counts.set(event.form, count + 1)
      names.set(event.message, `m${event.form}${count === 0 ? '' : `.${count}`}`)
    }
  return (text) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? `token ${id.slice(0, 4)}`)
}

/** 1 d 02:03:04.567 */
function duration(ms: number): string {
  const days = Math.floor(Math.abs(ms) / 86_400_000)
  const time = new Date(Math.abs(ms)).toISOString().slice(11, 23)
  return `${ms < 0 ? '-' : ''}${days > 0 ? `${days} d ` : ''}${time}`
}
