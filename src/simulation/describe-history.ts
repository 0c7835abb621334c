import type { Event, History, Violation } from './history.ts'

/** The history for a reader, a line for each event, and what is wrong with it. */
export function describe({ events, scenario }: History, violations: Violation[]): string {
  const begin = events[0]?.clock ?? 0
  const named = nameRows(events)
  const lines = events.map((event) => {
    const offMs = event.clock - begin - event.at
    const clockNote = Math.abs(offMs) > 20_000 ? `  [clock ${offMs > 0 ? '+' : '-'}${duration(Math.abs(offMs))}]` : ''
    return `${duration(event.at).padStart(17)}  ${named(sentence(event))}${clockNote}`
  })
  const faults = violations.map(({ rule, what, at }) => `VIOLATION of "${rule}": ${named(what)} (at ${duration(at)})`)
  return [...lines, '', ...faults, '', `Scenario: ${JSON.stringify(scenario)}`].join('\n')
}

/** Ids are random: a message is named after its form, m2, and after its index among that form's messages, m2b. */
function nameRows(events: Event[]): (text: string) => string {
  const names = new Map<string, string>()
  const counts = new Map<number, number>()
  for (const event of events)
    if (event.kind === 'keeps' && !names.has(event.row)) {
      const count = counts.get(event.form) ?? 0
      counts.set(event.form, count + 1)
      names.set(event.row, `m${event.form}${count === 0 ? '' : String.fromCharCode(97 + count)}`)
    }
  return (text) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? `token ${id.slice(0, 4)}`)
}

function sentence({ at: _at, clock: _clock, kind, ...details }: Event): string {
  const seen = Object.entries(details).map(([name, value]) => {
    if (typeof value === 'number' && /ms$/i.test(name))
      return `${name} ${value < 0 ? '-' : ''}${duration(Math.abs(value))}`
    return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
  })
  return [kind.toUpperCase(), ...seen].join(', ')
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** 1 d 2 h, 3 min 4 s, 5.678 s: two units are enough. */
export function duration(ms: number): string {
  const [first, second] = units.flatMap(([unit, size], index) => (ms >= size ? [{ unit, size, index }] : []))
  if (!first || first.unit === 's') return `${(ms / 1_000).toFixed(3)} s`
  const rest = second ? ` ${Math.floor((ms % first.size) / second.size)} ${second.unit}` : ''
  return `${Math.floor(ms / first.size)} ${first.unit}${rest}`
}
