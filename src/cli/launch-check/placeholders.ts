import type { Content } from '../../content/read/content.ts'
import { localise, type Organisation } from '../../content/read/organisation.ts'
import { initialLanguage } from '../../shared/languages.ts'
import { articlesIn, type PageTable, reviewedPages } from '../../shared/pages.ts'
import { isExampleMailbox } from './example-names.ts'
import type { Group, Item } from './launch-report.ts'

/** Facts of the organisation that are not its own yet: marked as placeholders, or still worded like one. */
export function placeholdersToFillIn({
  organisation,
  placeholders,
  pages,
}: Pick<Content, 'organisation' | 'placeholders' | 'pages'>): Group {
  const marked = placeholders.map((key) => ({ key, says: describe(organisation, key) }))
  const unmarked = recognisable(organisation).filter(({ key }) => !placeholders.includes(key))
  return {
    title: 'To fill in, in content/organisation.yml',
    remedy:
      'Write the real value in place of the one shown, and remove the mark !placeholder. A partner may stay unnamed.',
    items: [...marked, ...unmarked, ...unreviewed(organisation, pages)],
  }
}

/** Pages that say what is asked or forbidden, and that nobody is named for. */
function unreviewed({ reviews }: Organisation, pages: PageTable): Item[] {
  const reviewed = new Set(reviews.flatMap(({ pages }) => pages))
  return [...articlesIn(pages), ...reviewedPages]
    .filter((page) => !reviewed.has(page))
    .map((page) => ({ key: 'reviews', says: `nobody has reviewed ${page}: name it under the day and who read it` }))
}

/** The value at a key, and the office, partner or body that it belongs to. */
function describe(organisation: Organisation, key: string): string {
  const steps = key.split('.')
  const value = steps.reduce<unknown>(
    (part, step) => (part as Record<string, unknown> | undefined)?.[step],
    organisation,
  )
  const shown = localise(typeof value === 'number' ? String(value) : ((value ?? '') as string), initialLanguage)
  return `${shown || '(nothing)'}${ownerOf(organisation, steps)}`
}

function ownerOf({ offices, partners, recognised_bodies, reviews }: Organisation, [list, position]: string[]): string {
  const at = Number(position)
  if (list === 'offices') return `, the office in ${localise(offices[at]?.city ?? '', initialLanguage)}`
  if (list === 'partners') return `, a partner: ${partners[at]?.role} in ${partners[at]?.country}`
  if (list === 'reviews') return `, for ${reviews[at]?.pages.join(', ')}`
  if (list === 'recognised_bodies') return `, a recognised body in ${recognised_bodies[at]?.country}`
  return ''
}

/** A mark can be removed while the placeholder stays: what only examples have gives it away. */
function recognisable({ email, offices, recognised_bodies, legal }: Organisation): Item[] {
  const items: [key: string, value: string, isPlaceholder: boolean][] = [
    ['email', email, isExampleMailbox(email)],
    ...offices.map(({ phone }, index): [string, string, boolean] => [
      `offices.${index}.phone`,
      phone,
      isExamplePhone(phone),
    ]),
    ...recognised_bodies.map(({ name }, index): [string, string, boolean] => {
      const words = localise(name, initialLanguage)
      return [`recognised_bodies.${index}.name`, words, isExample(words)]
    }),
    [
      'legal.register',
      localise(legal.register, initialLanguage),
      /0{6}/.test(localise(legal.register, initialLanguage)),
    ],
    ['legal.tax_number', legal.tax_number, /0{8}/.test(legal.tax_number)],
    ['legal.siret', legal.siret, /^[0 ]+$/.test(legal.siret)],
    [
      'legal.host.name',
      localise(legal.host.name, initialLanguage),
      isExample(localise(legal.host.name, initialLanguage)),
    ],
    ['legal.host.phone', legal.host.phone, isExamplePhone(legal.host.phone)],
  ]
  return items
    .filter(([, , isPlaceholder]) => isPlaceholder)
    .map(([key, value]) => ({ key, says: `${value}, which only an example would have` }))
}

/** No Spanish number begins with 0; the French block is kept for fiction. */
const isExamplePhone = (phone: string) => /^\+34 ?0|^\+33 ?5 ?36 ?49/.test(phone)
const isExample = (words: string) => /\b(?:example|ejemplo|exemple)\b/i.test(words)
