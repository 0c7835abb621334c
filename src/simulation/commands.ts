import fc from 'fast-check'
import { dayMs, hourMs, minuteMs, secondMs } from '../shared/durations.ts'

const { boolean, constant, constantFrom, nat, oneof, record } = fc
type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never

/** When something happens: mostly early, so that commands of a short history coincide. */
const moment = oneof(
  { weight: 5, arbitrary: constant(0) },
  { weight: 20, arbitrary: nat(5 * secondMs) },
  { weight: 10, arbitrary: nat(2 * minuteMs) },
  { weight: 6, arbitrary: nat(25 * minuteMs) },
  { weight: 2, arbitrary: nat(4 * hourMs) },
  { weight: 1, arbitrary: nat(4 * dayMs) },
)

const lengthUpTo = (longest: number) => oneof(nat(10 * secondMs), nat(3 * minuteMs), nat(longest))

/** A visitor fills a form, with JavaScript or without, and sends it. */
const send = record({
  does: constant('send' as const),
  isPlain: boolean(),
  isTrapped: nat(15).map((number) => number === 15),
})

/** A form is sent again, as by a double click or after a lost answer; the operator retries or erases a message. */
const choose = record({ does: constantFrom('repeat', 'repeat', 'repeat', 'repeat', 'retry', 'erase'), which: nat(8) })

/** What the mail server does for a while, instead of taking mails at once. */
const answer = record({
  does: constant('answer' as const),
  lastsMs: oneof({ weight: 7, arbitrary: lengthUpTo(20 * minuteMs) }, { weight: 1, arbitrary: nat(2 * hourMs) }),
  outcome: constantFrom('sent', 'deferred', 'refused', 'away', 'unknown', 'unknown'),
  /** Within the ten minutes of the RFC and beyond. */
  afterMs: oneof(nat(2 * secondMs), nat(90 * secondMs), nat(12 * minuteMs)),
  /** Whether it takes a mail whose outcome is unknown. */
  takes: boolean(),
  /** The form whose mails alone are affected. */
  form: constantFrom(undefined, undefined, undefined, 0, 1, 2),
})
/** A mailbox that is full or gone, or a setting that is wrong: for days. */
const rejection = fc.tuple(answer, nat(9 * dayMs)).map(([fault, lastsMs]) => {
  return { ...fault, lastsMs, outcome: 'refused' as const, afterMs: 0 }
})

/** The store, for one server or for all: `away`: each call fails; `flaky`: some do, before or after they had their effect. */
const disturb = record({
  does: constant('disturb' as const),
  lastsMs: lengthUpTo(20 * minuteMs),
  kind: constantFrom('away', 'flaky', 'slow'),
  whom: constantFrom<('all' | number)[]>('all', 'all', 0, 1),
})

/** The store's clock. */
const leap = record({
  does: constant('leap' as const),
  byMs: constantFrom(30 * secondMs, 2 * minuteMs, 7 * minuteMs, hourMs, 20 * hourMs, 3 * dayMs, 400 * dayMs),
  isBack: boolean(),
})

/** A server is killed, stopped as planned by a signal, or frozen, so that none of it runs for a while. */
const interrupt = record({
  does: constantFrom('kill', 'stop', 'freeze'),
  server: nat(2),
  /** How many times its code resumes after an await before this happens: so it can happen at any await. */
  steps: nat(40),
  /** How long it is down, or frozen. */
  downMs: lengthUpTo(30 * minuteMs),
})

const command = oneof(
  { weight: 6, arbitrary: send },
  { weight: 6, arbitrary: choose },
  { weight: 4, arbitrary: answer },
  { weight: 1, arbitrary: rejection },
  { weight: 2, arbitrary: disturb },
  { weight: 2, arbitrary: leap },
  { weight: 3, arbitrary: interrupt },
)

/**
 * A history before it is played: commands and when they come, in milliseconds of true time, and numbers from 0 to 1 for what else is
 * left to chance, such as latencies. fast-check makes a failing plan smaller, command by command. Its own commands run one after
 * another, each to its end; here a lease of 90 seconds, a reply after ten minutes and a kill meet in the middle.
 */
export const plans = record({
  chances: fc.infiniteStream(
    fc.noBias(nat()).map((value) => value / 2 ** 31),
    { noHistory: true },
  ),
  servers: constantFrom(1, 2, 2, 3),
  retentionDays: constantFrom(365, 365, 30, 2),
  commands: fc
    .tuple(fc.tuple(moment, send), fc.array(fc.tuple(moment, command), { maxLength: 24, size: 'max' }))
    .map(([first, others]) => [first, ...others]),
})

export type Command = ValueOf<typeof command>
export type Interruption = ValueOf<typeof interrupt>
export type MailFault = ValueOf<typeof answer>
export type StoreFault = ValueOf<typeof disturb>
export type Plan = ValueOf<typeof plans>
