import type { Event, History, Violation } from './history.ts'

/** The history for a reader, a line for each event, and what is wrong with it. */
export function tell({ events, scenario }: History, violations: Violation[]): string {
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

/** Ids are random: a message is named after its form, m2, and after its place among that form's messages, m2b. */
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

function sentence(event: Event): string {
  switch (event.kind) {
    case 'sends':
      return `visitor: sends form ${event.form} to ${event.server ?? 'no server, for none is up'}`
    case 'hears':
      return `visitor: form ${event.form}: ${event.answer}${event.row ? ` as ${event.row}` : ''}`
    case 'keeps':
      return `store: form ${event.form} of address ${event.address}: ${event.outcome} as ${event.row}`
    case 'turns away':
      return `store: too many of address ${event.address}: form ${event.form}, again in ${duration(event.retryAfterMs)}`
    case 'claims':
      return `store: ${event.process} claims ${event.row} (${event.token}; ${event.possibleCopies} possible copies)`
    case 'renews':
      return `store: ${event.process} renews ${event.tokens.join(', ')}`
    case 'settles':
      return `store: ${event.process} settles ${event.row ?? 'nothing'} (${event.token}) as ${event.outcome}: ${event.result}`
    case 'makes due':
      return `operator: retries ${event.rows.join(', ')}`
    case 'erases':
      return `operator: erases ${event.rows.join(', ')}`
    case 'purges':
      return `store: purges ${event.rows.join(', ')}`
    case 'fails':
      return `store: fails ${event.process} at ${event.method} ${event.tokens.join(', ')}; effect: ${event.effect}`
    case 'begins':
      return `mail ${event.attempt}: ${event.process} begins to send ${event.row}${event.isMarked ? ', marked' : ''}`
    case 'mail begins':
      return `mail ${event.attempt}: its first byte is on the way`
    case 'mail ends':
      return `mail ${event.attempt}: the mail server has all of it`
    case 'takes':
      return `mail ${event.attempt}: THE MAIL SERVER TAKES IT`
    case 'is over':
      return `mail ${event.attempt}: over by ${event.by}: ${event.why} (${event.outcome})`
    case 'cannot compose':
      return `${event.process}: the mail of ${event.row} cannot be composed`
    case 'starts':
      return `${event.process} starts`
    case 'is killed':
      return `${event.process} IS KILLED`
    case 'freezes':
      return `${event.process} FREEZES for ${duration(event.ms)}`
    case 'is told to stop':
      return `${event.process} is told to stop`
    case 'exits':
      return `${event.process} exits: ${event.result}`
    case 'clock leaps':
      return `THE STORE'S CLOCK LEAPS by ${event.byMs < 0 ? '-' : '+'}${duration(Math.abs(event.byMs))}`
    case 'looks':
      return `store holds ${event.rows.map(({ row, state, attempts, possibleCopies }) => `${row} ${state} (${attempts} attempts, ${possibleCopies} possible copies)`).join(', ') || 'nothing'}; backlog ${JSON.stringify(event.backlog)}`
    case 'faults are over':
      return 'THE FAULTS ARE OVER'
  }
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
