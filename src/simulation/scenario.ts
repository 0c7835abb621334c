import fc from 'fast-check'

/** What is to happen. Times are milliseconds of true time; the seed decides the rest, such as latencies. */
export type Scenario = {
  seed: number
  /** How many servers share the store. */
  servers: number
  retentionDays: number
  /** How much faster the store's clock runs, in thousandths. */
  drift: number
  forms: FormPlan[]
  mail: MailFaultWindow[]
  store: StoreFaultWindow[]
  clock: { at: number; byMs: number }[]
  processes: ProcessFault[]
  operator: { at: number; does: 'retry' | 'erase' | 'look'; which: number }[]
}

/** A form that somebody fills, once, and sends. */
export type FormPlan = {
  at: number
  /** A page gives the form an id; a plain form has none. */
  kind: 'page' | 'plain'
  isTrapped: boolean
  /** When it is sent again though nothing went wrong: double clicks, pages that are reloaded. */
  repeats: number[]
  /** How many answers are lost on their way to the visitor. */
  lostAnswers: number
  poisoned: MessageFault | undefined
}

/** What goes wrong with this message alone, at the mail server or in composing its mail, and how many times. */
export type MessageFault = { fault: MailFault | 'cannot be composed'; times: number }

/** `session`: connection, greeting and login; `envelope`: sender, recipient and leave to send; `body`: within the mail; `end`: after all of it. */
export type MailStage = 'session' | 'envelope' | 'body' | 'end'

export type MailFault = {
  stage: MailStage
  act: 'replies' | 'hangs up' | 'is silent' | 'talks nonsense'
  /** What it replies. */
  code: number
  /** How long it takes to do so. */
  afterMs: number
  /** Whether it has taken the mail, though it does not say so. */
  takes: boolean
}

export type MailFaultWindow = MailFault & { at: number; lastsMs: number }

/** `away`: fails; `locked`: waits until it is over, or too long; `flaky`: some calls fail, before or after they had their effect. */
export type StoreFaultWindow = {
  at: number
  lastsMs: number
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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Mostly early, so that events of a short scenario coincide. */
const moment = fc.oneof(
  { weight: 20, arbitrary: fc.nat(5 * second) },
  { weight: 10, arbitrary: fc.nat(2 * minute) },
  { weight: 6, arbitrary: fc.nat(25 * minute) },
  { weight: 2, arbitrary: fc.nat(4 * hour) },
  { weight: 1, arbitrary: fc.nat(4 * day) },
)

const lengthUpTo = (longest: number) =>
  fc.oneof(fc.nat(10 * second), fc.nat(Math.min(longest, 3 * minute)), fc.nat(longest))

/** What a mail server may do at the end of a mail: late answers, within the ten minutes of the RFC and beyond. */
const endFault: fc.Arbitrary<MailFault> = fc.oneof(
  fc.record({
    stage: fc.constant('end' as const),
    act: fc.constant('replies' as const),
    code: fc.constantFrom(250, 250, 421, 451, 550, 552),
    afterMs: fc.oneof(
      { weight: 2, arbitrary: fc.nat(2 * second) },
      { weight: 2, arbitrary: fc.nat(90 * second) },
      { weight: 3, arbitrary: fc.nat(12 * minute) },
    ),
    takes: fc.constant(false),
  }),
  fc.record({
    stage: fc.constant('end' as const),
    act: fc.constantFrom('hangs up' as const, 'is silent' as const, 'talks nonsense' as const),
    code: fc.constant(0),
    afterMs: fc.oneof(fc.nat(2 * second), fc.nat(3 * minute)),
    takes: fc.boolean(),
  }),
  fc.record({
    stage: fc.constant('body' as const),
    act: fc.constantFrom('hangs up' as const, 'is silent' as const),
    code: fc.constant(0),
    afterMs: fc.nat(2 * second),
    takes: fc.constant(false),
  }),
)

/** Faults before the body of the mail. They say nothing of the message, except replies to its sender and recipient. */
const earlyFault = (codes: number[]) =>
  fc.record({
    stage: fc.constantFrom('session' as const, 'envelope' as const),
    act: fc.constantFrom('replies' as const, 'replies' as const, 'hangs up' as const, 'is silent' as const),
    code: fc.constantFrom(...codes),
    afterMs: fc.oneof(fc.nat(2 * second), fc.nat(6 * minute)),
    takes: fc.constant(false),
  })

/** A mailbox that is full or gone, a setting that is wrong: nothing that is sent there is taken, for hours or for days. */
const refusal: fc.Arbitrary<MailFault> = fc.record({
  stage: fc.constant('envelope' as const),
  act: fc.constant('replies' as const),
  code: fc.constantFrom(550, 552, 554),
  afterMs: fc.nat(2 * second),
  takes: fc.constant(false),
})

const faultWindow = (fault: fc.Arbitrary<MailFault>, longest: number): fc.Arbitrary<MailFaultWindow> =>
  fc.tuple(fault, moment, lengthUpTo(longest)).map(([happening, at, lastsMs]) => ({ ...happening, at, lastsMs }))

const mailFaultWindow = fc.oneof(
  { weight: 3, arbitrary: faultWindow(endFault, 2 * hour) },
  { weight: 3, arbitrary: faultWindow(earlyFault([421, 451, 530, 535]), 20 * minute) },
  { weight: 1, arbitrary: faultWindow(refusal, 9 * day) },
)

const poisoned: fc.Arbitrary<MessageFault> = fc.record({
  fault: fc.oneof(
    { weight: 5, arbitrary: endFault },
    { weight: 2, arbitrary: fc.constant('cannot be composed' as const) },
  ),
  times: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 9),
})

const form: fc.Arbitrary<FormPlan> = fc.record({
  at: moment,
  kind: fc.constantFrom('page' as const, 'plain' as const),
  isTrapped: fc.nat(15).map((number) => number === 15),
  repeats: fc.array(fc.oneof(fc.nat(2 * second), fc.nat(20 * minute)), { maxLength: 2 }),
  lostAnswers: fc.constantFrom(0, 0, 0, 1, 2),
  poisoned: fc.option(poisoned, { nil: undefined, freq: 3 }),
})

/** The whole of what may happen. fast-check makes a failing one smaller, part by part. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  servers: fc.constantFrom(1, 2, 2, 3),
  retentionDays: fc.constantFrom(365, 365, 30, 2),
  drift: fc.constantFrom(0, 0, 1, -1),
  // Most faults show with few messages, and those are quick to play.
  forms: fc.oneof(
    { weight: 2, arbitrary: fc.array(form, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(form, { minLength: 1, maxLength: 9 }) },
  ),
  mail: fc.array(mailFaultWindow, { maxLength: 2 }),
  store: fc.array(
    fc.record({
      at: moment,
      lastsMs: lengthUpTo(20 * minute),
      kind: fc.constantFrom('away' as const, 'locked' as const, 'flaky' as const, 'slow' as const),
      whom: fc.constantFrom('all' as const, 'all' as const, 0, 1),
    }),
    { maxLength: 2 },
  ),
  clock: fc.array(
    fc.record({
      at: moment,
      byMs: fc
        .tuple(fc.constantFrom(30 * second, 2 * minute, 7 * minute, hour, 20 * hour, 3 * day, 400 * day), fc.boolean())
        .map(([ms, isForward]) => (isForward ? ms : -ms)),
    }),
    { maxLength: 2 },
  ),
  processes: fc.array(
    fc.record({
      at: moment,
      server: fc.nat(2),
      how: fc.constantFrom('kill' as const, 'stop' as const, 'freeze' as const),
      steps: fc.nat(40),
      downMs: lengthUpTo(30 * minute),
    }),
    { maxLength: 3 },
  ),
  operator: fc.array(
    fc.record({
      at: moment,
      does: fc.constantFrom('retry' as const, 'erase' as const, 'look' as const, 'look' as const),
      which: fc.nat(8),
    }),
    { maxLength: 2 },
  ),
})
