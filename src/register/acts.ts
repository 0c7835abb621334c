import { createHash } from 'node:crypto'
import type { ProblemCode } from '../shared/problem.ts'
import type { DecisionKind, Line, Outcome } from './columns.ts'

/** A decision on a certificate, as a line of `decisions` without its key. */
type DecisionEntry = { entry: DecisionKind } & Omit<Line<'decisions'>, 'decision'>
type CertificateEntry = { entry: 'certificate' } & Line<'certificates'>
/** A decision on a batch. */
export type BatchEntry = { entry: Outcome } & Omit<Line<'batches'>, 'decision'>
/** Whatever stands in the register. Each field is a text, '' for what is not given, in the spelling of `src/register/columns.ts`. */
export type LineEntry = CertificateEntry | DecisionEntry | BatchEntry

/**
 * Another wording of an entry that is in effect, which stays in the log.
 * @property of the id of the entry as it was first made: of one that was corrected before, too
 * @property line the whole line as it should be, of the same certificate; null if a decision was a mistake and does not count
 * @property why in the person's words; not published
 */
export type CorrectionEntry = { entry: 'corrected'; of: string; line: LineEntry | null; why: string }

/**
 * Who keeps the register: somebody is let in, adds a device, or is removed. `person` is a UUID. A device is added by the person it
 * belongs to, with itself.
 * @property key the public key (COSE), base64url
 * @property origin of the office, to which the passkey is bound
 */
type PersonEntry =
  | { entry: 'person'; person: string; name: string }
  | { entry: 'device'; person: string; credential: string; key: string; origin: string; transports: string[] }
  | { entry: 'removed'; person: string }

/** What one or two acts bring into effect. */
export type Entry = LineEntry | CorrectionEntry | PersonEntry

/** Entries that take two people: one proposes them, another agrees. All others take one. */
const yes = ['certificate', 'lifted', 'replaced', 'accepted', 'corrected', 'person'] as const
export const takesTwo = ({ entry }: Entry): boolean => (yes as readonly string[]).includes(entry)

/**
 * What a person confirms with a passkey.
 * @property id a UUID: the same act is recorded once, however often it is sent
 * @property person who does it; nobody, if the operator imports tables or lets somebody in at the command line
 * @property seen the sequence of the last act when the form was shown: a person who was overtaken by a colleague sees that first
 * @property hash of the act that was proposed, as it is recorded: who agrees signs what was proposed and by which act
 */
export type Act = { id: string } & (
  | ({ person: string; seen: number } & (
      | {
          /** `propose`: what takes two waits for another person, what takes one is in effect at once; `decide`: all of it takes one. */
          act: 'propose' | 'decide'
          entries: Entry[]
        }
      | { act: 'agree'; proposal: number; hash: string; absent?: true }
      | { act: 'decline'; proposal: number; hash: string; why: string }
      | { act: 'take_back'; proposal: number; hash: string }
    ))
  | { person: null; act: 'operator'; entries: Entry[] }
)

/** What a browser returns when a person has confirmed with a passkey (WebAuthn, AuthenticationResponseJSON): what is stored of it. */
export type Assertion = { credential: string; authenticatorData: string; clientDataJSON: string; signature: string }

/**
 * An act as it is recorded.
 * @property sequence 1, 2, 3 …, without gaps
 * @property at by the database's clock, in milliseconds since 1970
 * @property hash of all the others, and so of all acts before it
 */
export type RecordedAct = {
  sequence: number
  at: number
  act: Act
  assertion: Assertion | null
  previous: string
  hash: string
}

/**
 * An entry in effect.
 * @property id of the act that proposed or decided it, and its place in it: `17.1`
 * @property sequence of the act that brought it into effect: of the agreement, if it takes two
 * @property at when it came into effect on the site, in milliseconds since 1970
 */
export type EntryInEffect = { id: string; sequence: number; at: number; entry: Entry }

/** The hash that the first act has before it. */
export const beginning = ''

/** SHA-256, base64url. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What the passkey signs. */
export const challengeOf = (act: Act): string => sha256(canonical(act))

/**
 * JSON in its one spelling (RFC 8785), for what acts are made of: texts, whole numbers, null, true, lists and objects. JavaScript
 * itself writes texts and numbers as the RFC asks, and sorts keys by UTF-16.
 * @throws TypeError for half a surrogate pair, and what is no JSON
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).filter(([, each]) => each !== undefined)
    const sorted = pairs.sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${sorted.map(([key, each]) => `${canonical(key)}:${canonical(each)}`).join()}}`
  }
  const isText = typeof value === 'string' && value.isWellFormed()
  if (!isText && value !== null && typeof value !== 'boolean' && !Number.isSafeInteger(value))
    throw new TypeError('This cannot be a part of an act.')
  return JSON.stringify(value)
}

/** What is wrong in an act, at a field of its form; `entry` is the place in `entries` of which it is a field. */
export type ActProblem = {
  entry?: number
  /** A column, or `absent`, `why`, `name`; '' if the whole entry is meant. */
  field: string
  code: ProblemCode
  values?: Record<string, string>
}
