import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply } from 'fastify'
import { type Act, type Entry, takesTwo } from '../register/acts.ts'
import { interpolate } from '../shared/interpolate.ts'
import type { ActStore, NotRecorded } from './act-store.ts'
import { describeAct, describeEntries, nameEntries } from './describe-act.ts'
import type { Ledger } from './ledger.ts'
import { parsed } from './parsed.ts'
import { type Draft, typedDay } from './read-form.ts'
import { type Fields, type Form, fieldOf, type Wrong } from './scene.ts'
import { assertionOf } from './signature.ts'
import type { Visit, Visits } from './visits.ts'

/** How a form is shown again, with what is wrong with it. */
type ShowAgain = (form: Form, status: number) => Promise<FastifyReply>

/** The way of an act: from its form to the page that asks for the passkey, and from there into the log. */
export function confirmActs(store: ActStore, { send, problem, sendAgain, enter, personIn, today }: Visits) {
  return { ask, confirm }

  /**
   * Checks an act, and asks for the passkey.
   * @param show shows the form again; without it, a page says what is wrong
   * @param invitation the secret of the link, with which a person adds a device
   */
  async function ask(visit: Visit, draft: Draft, show?: ShowAgain, invitation?: string): Promise<FastifyReply> {
    const { fields, person, words } = visit
    const form = { fields, seen: Number(fieldOf(fields, 'seen')) || (await store.read()).last.sequence }
    const prepared = await store.prepare({ id: randomUUID(), person, seen: form.seen, ...draft })
    const ledger = await store.read()
    if (prepared.kind !== 'ready') {
      if (!show) return problem(visit, 403, prepared.kind === 'forbidden' ? prepared.reason : 'overtaken')
      return show({ ...form, wrong: wrongWith(prepared, visit, ledger, today()) }, 422)
    }
    const { act, challenge } = prepared
    const entries =
      'entries' in act ? act.entries : (ledger.proposals.get(act.proposal)?.entries ?? []).map(([, entry]) => entry)
    const narrator = { ...visit, ledger }
    const answer = act.act === 'decline' || act.act === 'take_back' ? [words.waiting[act.act]] : []
    const effectOf = (entry: Entry) => {
      if (act.act === 'propose' && takesTwo(entry)) return 'two'
      return answer.length === 0 && 'day' in entry && entry.day > today() ? 'later' : 'at_once'
    }
    const devices = [
      ...entries.filter((entry) => entry.entry === 'device'),
      ...(ledger.people.get(person)?.devices ?? []),
    ]
    const parts = Map.groupBy(entries, effectOf)
    return send(visit, {
      kind: 'confirm',
      parts: [...parts].map(([effect, own]) => ({
        what: [...answer, ...describeEntries(own, narrator)],
        entries: own,
        effect: words.confirm[effect],
      })),
      button: answer[0] ?? (parts.size > 1 ? words.confirm.all : nameEntries(entries, narrator)),
      act: JSON.stringify(act),
      challenge,
      credentials: devices.map(({ credential }) => credential),
      path: visit.request.url,
      typed: JSON.stringify(fields),
      invitation,
    })
  }

  /** Records what was confirmed. What became wrong meanwhile is said at the form, which the browser sends to its page once more. */
  async function confirm(visit: Visit): Promise<FastifyReply> {
    const { fields, reply, request } = visit
    const path = `/${fieldOf(fields, 'path').replace(/^[/\\]+/, '')}`
    if (fieldOf(fields, 'change')) return reply.redirect(path, 307)
    const act = parsed(fieldOf(fields, 'signed')) as Act | undefined
    const answer = parsed(fieldOf(fields, 'passkey')) as AuthenticationResponseJSON | undefined
    const invitation = fieldOf(fields, 'invitation')
    const person = invitation ? act?.person : await personIn(request)
    if (act && answer && !person) return sendAgain(visit, 403, 'signed_out')
    if (!act || !answer?.response || !person || act.person !== person)
      return problem(visit, 403, act ? 'signature' : 'malformed')
    const result = await store.record(act, assertionOf(answer), invitation)
    if (result.kind === 'forbidden') return problem(visit, 403, result.reason)
    if (result.kind !== 'recorded') return reply.redirect(path, 307)
    if (invitation) return enter(visit, person)
    const next = path.startsWith('/register/new') ? '/' : path.split('?')[0]
    return reply.redirect(`${next}?done=${result.act.sequence}`, 303)
  }
}

/** Why an act is not recorded, in words. */
function wrongWith(result: NotRecorded, visit: Visit, ledger: Ledger, today: string): Wrong {
  const { words, fields } = visit
  if (result.kind === 'forbidden') return { errors: { '': words.wrong[result.reason] } }
  if (result.kind === 'overtaken') {
    const news = result.by.flatMap((act) => describeAct(act, { ...visit, ledger }))
    return { errors: { '': words.wrong.overtaken }, news }
  }
  const { date, absent } = words.wrong
  const errors = result.problems.map(({ field, code, values = {}, entry }) => {
    // A table has days in another form, and nobody to say where they were.
    const text = field === 'absent' ? absent : code === 'date' ? date : words.problems[code]
    return [fieldNamed(field, fields, entry), interpolate(text, { ...values, example: typedDay(today) })]
  })
  return { errors: Object.fromEntries(errors) }
}

/** The field of the form in which a problem is shown: a line of pasted ones, or what the form calls it. */
function fieldNamed(field: string, fields: Fields, entry = 0): string {
  if (fields.lines !== undefined) return `lines-${entry}`
  return field === 'decision' && fields.decision === undefined ? 'day' : field
}
