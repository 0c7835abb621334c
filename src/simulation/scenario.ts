import fc from 'fast-check'
import { dayMs, hourMs, minuteMs, secondMs } from './numbers.ts'

/** What is to happen. Times are milliseconds of true time; the seed decides the rest, such as latencies. */
export type Scenario = {
  seed: number
  /** How many servers share the store. */
  servers: number
  retentionDays: number
  forms: FormPlan[]
  mail: MailFaultWindow[]
  store: StoreFault[]
  clock: { at: number; byMs: number }[]
  processes: ProcessFault[]
  operator: { at: number; does: 'retry' | 'erase' | 'look'; which: number }[]
}

/** A form that a visitor fills and sends. */
export type FormPlan = {
  at: number
  /** A page gives the form an id; a plain form has none. */
  kind: 'page' | 'plain'
  isTrapped: boolean
  /** When it is sent again though nothing went wrong: double clicks, pages that are reloaded. */
  repeats: number[]
  /** How many answers are lost on their way to the visitor. */
  lostAnswers: number
  /** What goes wrong with its message alone, at the mail server or in composing its mail. */
  poisoned: MailFaultWindow | undefined
}

/** `session`: connection, greeting and login; `envelope`: sender, recipient and permission to send; `body`: within the mail; `end`: after all of it. */
export type MailStage = 'session' | 'envelope' | 'body' | 'end'

export type MailFault = {
  stage: MailStage | 'composing'
  act: 'replies' | 'hangs up' | 'is silent' | 'talks nonsense'
  /** What it replies. */
  code: number
  /** How long it takes to do so. */
  afterMs: number
  /** Whether it has taken the mail, though it does not reply so. */
  takes: boolean
}

export type FaultWindow = { at: number; lastsMs: number }
export type MailFaultWindow = FaultWindow & MailFault

export const isOpen = ({ at, lastsMs }: FaultWindow, now: number): boolean => now >= at && now < at + lastsMs

/** `away`: fails; `locked`: waits until it is over, or too long; `flaky`: some calls fail, before or after they had their effect. */
export type StoreFault = FaultWindow & {
  kind: 'away' | 'locked' | 'flaky' | 'slow'
  /** The server that is affected; `all` is all servers and the operator. */
  whom: number | 'all'
}

export type ProcessFault = {
  at: number
  server: number
  /** `stop`: as planned, by a signal; `freeze`: none of it runs for a while. */
  how: 'kill' | 'stop' | 'freeze'
  /** How many times its code resumes after an await before this happens: so it can happen at any await. */
  steps: number
  /** How long it is down, or frozen. */
  downMs: number
}

const { constantFrom } = fc

/** Mostly early, so that events of a short scenario coincide. */
const moment = fc.oneof(
  { weight: 20, arbitrary: fc.nat(5 * secondMs) },
  { weight: 10, arbitrary: fc.nat(2 * minuteMs) },
  { weight: 6, arbitrary: fc.nat(25 * minuteMs) },
  { weight: 2, arbitrary: fc.nat(4 * hourMs) },
  { weight: 1, arbitrary: fc.nat(4 * dayMs) },
)

const lengthUpTo = (longest: number) =>
  fc.oneof(fc.nat(10 * secondMs), fc.nat(Math.min(longest, 3 * minuteMs)), fc.nat(longest))

/** A fault of the mail server: one of the stages, one of the acts, one of the codes. */
const mailFault = (
  stages: MailFault['stage'][],
  acts: MailFault['act'][],
  codes: number[],
  afterMs = fc.nat(2 * secondMs),
  takes: fc.Arbitrary<boolean> = fc.constant(false),
): fc.Arbitrary<MailFault> =>
  fc.record({
    stage: constantFrom(...stages),
    act: constantFrom(...acts),
    code: constantFrom(...codes),
    afterMs,
    takes,
  })

/** Late answers, within the ten minutes of the RFC and beyond. */
const late = fc.oneof(
  { weight: 2, arbitrary: fc.nat(2 * secondMs) },
  { weight: 2, arbitrary: fc.nat(90 * secondMs) },
  { weight: 3, arbitrary: fc.nat(12 * minuteMs) },
)

/** What a mail server may do at the end of a mail, and within it. */
const endFault = fc.oneof(
  mailFault(['end'], ['replies'], [250, 250, 421, 451, 550, 552], late),
  mailFault(['end'], ['hangs up', 'is silent', 'talks nonsense'], [0], late, fc.boolean()),
  mailFault(['body'], ['hangs up', 'is silent'], [0]),
)

/** Faults before the body of the mail. They mean nothing for the message, except replies to its sender and recipient. */
const earlyFault = mailFault(
  ['session', 'envelope'],
  ['replies', 'replies', 'hangs up', 'is silent'],
  [421, 451, 530, 535],
  fc.oneof(fc.nat(2 * secondMs), fc.nat(6 * minuteMs)),
)

/** A mailbox that is full or gone, a setting that is wrong: nothing that is sent there is taken, for hours or for days. */
const refusal = mailFault(['envelope'], ['replies'], [550, 552, 554])

const mailFaultWindow = (fault: fc.Arbitrary<MailFault>, longest: number): fc.Arbitrary<MailFaultWindow> =>
  fc.tuple(fault, moment, lengthUpTo(longest)).map(([happening, at, lastsMs]) => ({ ...happening, at, lastsMs }))

/** Begins with the form, and lasts for some attempts. */
const poisoned = fc.oneof(
  { weight: 5, arbitrary: mailFaultWindow(endFault, 20 * minuteMs) },
  { weight: 2, arbitrary: mailFaultWindow(mailFault(['composing'], ['replies'], [0]), 9 * dayMs) },
)

const form: fc.Arbitrary<FormPlan> = fc
  .record({
    at: moment,
    kind: constantFrom<FormPlan['kind']>('page', 'plain'),
    isTrapped: fc.nat(15).map((number) => number === 15),
    repeats: fc.array(fc.oneof(fc.nat(2 * secondMs), fc.nat(20 * minuteMs)), { maxLength: 2 }),
    lostAnswers: constantFrom(0, 0, 0, 1, 2),
    poisoned: fc.option(poisoned, { nil: undefined, freq: 3 }),
  })
  .map(({ poisoned, ...form }) => ({ ...form, poisoned: poisoned && { ...poisoned, at: form.at } }))

const storeFault: fc.Arbitrary<StoreFault> = fc.record({
  at: moment,
  lastsMs: lengthUpTo(20 * minuteMs),
  kind: constantFrom('away', 'locked', 'flaky', 'slow'),
  whom: constantFrom<StoreFault['whom']>('all', 'all', 0, 1),
})

const leap = fc.record({
  at: moment,
  byMs: fc
    .tuple(
      constantFrom(30 * secondMs, 2 * minuteMs, 7 * minuteMs, hourMs, 20 * hourMs, 3 * dayMs, 400 * dayMs),
      constantFrom(1, -1),
    )
    .map(([ms, sign]) => ms * sign),
})

const processFault: fc.Arbitrary<ProcessFault> = fc.record({
  at: moment,
  server: fc.nat(2),
  how: constantFrom('kill', 'stop', 'freeze'),
  steps: fc.nat(40),
  downMs: lengthUpTo(30 * minuteMs),
})

/** All that may happen. fast-check makes a failing scenario smaller, part by part. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  servers: constantFrom(1, 2, 2, 3),
  retentionDays: constantFrom(365, 365, 30, 2),
  // Most faults show with few messages, and those are quick to play.
  forms: fc.oneof(
    { weight: 2, arbitrary: fc.array(form, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(form, { minLength: 1, maxLength: 9 }) },
  ),
  mail: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: mailFaultWindow(endFault, 2 * hourMs) },
      { weight: 3, arbitrary: mailFaultWindow(earlyFault, 20 * minuteMs) },
      { weight: 1, arbitrary: mailFaultWindow(refusal, 9 * dayMs) },
    ),
    { maxLength: 2 },
  ),
  store: fc.array(storeFault, { maxLength: 2 }),
  clock: fc.array(leap, { maxLength: 2 }),
  processes: fc.array(processFault, { maxLength: 3 }),
  operator: fc.array(
    fc.record({ at: moment, does: constantFrom('retry', 'erase', 'look', 'look'), which: fc.nat(8) }),
    { maxLength: 2 },
  ),
})
