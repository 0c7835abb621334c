import type { Reader } from '../../../content/compose/reader.ts'
import { body, citing, each, group, list, text, titled } from '../../../content/schema.ts'
import { contentsOf } from '../article/content.ts'

/** From the request to surveillance. */
const steps = ['request', 'documents', 'visit', 'changes', 'first_production', 'decision', 'surveillance'] as const
/** The company's part, ours, and what can stop it. */
const step = group({ title: text(), company: text(), ours: text(), out: text() })

const shown = group({
  title: text(),
  answer: text(),
  send: text(),
  gains: titled(),
  now: titled(),
  chain: group({
    title: text(),
    lead: text(),
    company: text(),
    ours: text(),
    out: text(),
    ...each(steps, step).shape,
  }),
  documents: group({
    title: text(),
    hint: body(),
    groups: list(group({ title: text(), items: list(text()) })),
    law: body(),
  }),
  cost: titled(),
  decides: titled(),
  mark: titled(),
  export: titled(),
  appeal: titled(),
  changes: titled(),
  published: titled(),
})

/** What follows the documents. */
const parts = ['cost', 'decides', 'mark', 'export', 'appeal', 'changes', 'published'] as const

/** An email with some lines written already. */
const mail = group({ subject: text(), lines: list(text()) })
const whole = citing(shown.extend({ mail }))

export const texts = { get_certified: whole }

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader) {
  const { chain, ...own } = reader.readCiting('get_certified', shown)
  const { title, lead, company, ours, out } = chain
  const listed = ['gains', 'now', 'chain', 'documents', ...parts] as const
  return {
    ...own,
    chain: {
      title,
      lead,
      out,
      who: [company, ours] as [string, string],
      steps: steps.map((name) => {
        const { title, out, company, ours } = chain[name]
        return { title, points: [company, ours], out }
      }),
      decision: steps.indexOf('decision'),
    },
    contents: contentsOf(
      reader,
      listed.map((id) => ({ id, words: { ...own, chain }[id].title })),
    ),
    sendLink: mailLink(reader),
  }
}

/** Opens the email in the visitor's own mail program (RFC 6068: percent-encoded, lines ended by CR LF). */
function mailLink(reader: Reader): string {
  const { subject, lines } = reader.plain('get_certified', whole).mail
  const body = lines.map((line) => `${line} \r\n`).join('')
  const draft = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  return `mailto:${reader.content.organisation.email}?${draft}`
}
