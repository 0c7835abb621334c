import type { FastifyReply } from 'fastify'
import { readDay } from '../register/day.ts'
import { isLine } from '../register/entries.ts'
import { readNumber } from '../register/number.ts'
import type { MessageStore } from '../server/messages/message-store.ts'
import { allLanguages } from '../shared/languages.ts'
import type { ActStore } from './act-store.ts'
import { readPasted } from './pasted-batches.ts'
import { actOf, type Draft, readAnswer, readCorrection, readLine, readPerson } from './read-form.ts'
import { type Fields, fieldOf, type View } from './scene.ts'
import type { Visit, VisitParts, Visits } from './visits.ts'

export type Page = {
  /** What the page shows besides the acts, and with the form as it was sent; nothing if there is no such page. */
  show: (visit: Visit, fields: Fields) => Promise<View | undefined>
  /** The act that its form asks for; nothing if it only reads. */
  read?: (visit: Visit) => Promise<Draft | undefined>
  /** What the form does if it is no act. */
  before?: (visit: Visit) => Promise<View | FastifyReply | undefined>
}
type PageParts = VisitParts & { store: ActStore; messages: MessageStore }

export function numberIn({ request }: Visit): string {
  const { number } = request.params as { number: string }
  return readNumber(number) ?? number
}
const actIn = ({ fields }: Visit) => fieldOf(fields, 'act')

/** The pages for those who have signed in, by their addresses. */
export function officePages({ site, store, messages, origin }: PageParts, { today }: Visits): Record<string, Page> {
  const pasted = (fields: Fields) => {
    const words = allLanguages.map((language) => site.office[language].outcome_words)
    return readPasted(fieldOf(fields, 'lines'), words, { outcome: '', day: readDay(fieldOf(fields, 'day')) || today() })
  }
  return {
    '/': {
      show: async () => ({
        kind: 'waiting',
        stuck: [...(await messages.list('refused')), ...(await messages.list('unknown'))],
      }),
      read: async (visit) => readAnswer(actIn(visit), visit.fields),
    },
    '/register': { show: async () => ({ kind: 'register' }) },
    '/register/new': {
      show: async () => ({ kind: 'new' }),
      read: async ({ fields }) => {
        const line = readLine('certificate', { ...fields, number: '' })
        return line && actOf([line])
      },
    },
    '/register/:number': {
      show: async (visit) => {
        const ledger = await store.read()
        const of = ledger.find(fieldOf(visit.query, 'correct'))
        if (of) return isLine(of.entry) ? { kind: 'correct', of } : undefined
        const certificate = ledger.register.byNumber.get(numberIn(visit))
        return certificate && { kind: 'certificate', certificate }
      },
      read: async (visit) => {
        const { fields, query } = visit
        const act = actIn(visit)
        const entry =
          act === 'correct'
            ? readCorrection(fieldOf(query, 'correct'), fields, await store.read())
            : readLine(act, { ...fields, number: numberIn(visit) })
        return entry ? actOf([entry]) : readAnswer(act, fields)
      },
    },
    '/register/:number/batches': {
      show: async (visit, fields) => {
        const number = numberIn(visit)
        if (!(await store.read()).register.byNumber.has(number)) return undefined
        return { kind: 'batches', number, pasted: fields.lines === undefined ? undefined : pasted(fields) }
      },
      read: async (visit) => {
        const { fields } = visit
        const [act, number] = [actIn(visit), numberIn(visit)]
        if (act === 'preview') return undefined
        const decision = act === 'propose' ? fieldOf(fields, 'decision') : act
        const lines =
          fields.lines === undefined
            ? [readLine(decision, { ...fields, number })]
            : pasted(fields).batches.map(({ outcome, batch, day }) => readLine(outcome, { number, batch, day }))
        const entries = lines.flatMap((line) => line ?? [])
        return entries.length > 0 && entries.length === lines.length ? actOf(entries) : undefined
      },
    },
    '/people': {
      show: async () => ({ kind: 'people' }),
      read: async (visit) => {
        const ledger = await store.read()
        const act = actIn(visit)
        if (act === 'invite') return actOf([readPerson(visit.fields, ledger)], ledger.isFirstAlone)
        const person = fieldOf(visit.fields, 'person')
        return act === 'remove' ? actOf([{ entry: 'removed', person }]) : readAnswer(act, visit.fields)
      },
      // The link itself is no act: the person was let in already.
      before: async (visit) => {
        const person = fieldOf(visit.fields, 'person')
        const secret = actIn(visit) === 'invite' && person && (await store.invite(person))
        const name = (await store.read()).people.get(person)?.name ?? ''
        return secret ? { kind: 'people', link: { name, address: `${origin}/invitation/${secret}` } } : undefined
      },
    },
    '/log': { show: async () => ({ kind: 'log' }) },
    '/messages': {
      show: async () => ({ kind: 'messages', messages: await messages.list(undefined, 2_000) }),
      before: async (visit) => {
        const [act, id] = [actIn(visit), fieldOf(visit.fields, 'id')]
        if (act !== 'retry' && act !== 'erase') return undefined
        await messages[act]([id])
        return visit.reply.redirect(`/messages?done=${act}`, 303)
      },
    },
  }
}
