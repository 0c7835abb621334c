import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../content/problem.ts'
import { claimsDraft } from '../draft-files.ts'
import { addItem, copyNode, removeItem } from '../files/lists.ts'
import type { Drafts } from './drafts.ts'
import { treeOf } from './merge-files.ts'

/** Why a text needs no source: `text` names a file and a value in it. */
export type Excuse = { text: string } & Record<string, string | string[]>

const list = ['without_source']

const excusesIn = (source: string | undefined) =>
  (treeOf(source) as { without_source?: Excuse[] } | undefined)?.without_source ?? []
const isOf = (article: string) => (excuse: Excuse) => excuse.text.startsWith(`${article}.yml#`)

/** Takes away what is said of an article's claims; without the article it is of no use, and the check would say so. */
export function removeExcuses(source: string, article: string): string {
  const places = [...excusesIn(source).entries()].filter(([, excuse]) => isOf(article)(excuse))
  return places.reduceRight((text, [place]) => removeItem(text, list, place), source)
}

/** Brings back what was published of an article's claims. */
export const restoreExcuses = (source: string, article: string, published: string): string =>
  addExcuses(removeExcuses(source, article), excusesIn(published).filter(isOf(article)), published)

/** Adds excuses to the list: to the byte as it was published, where it then says the same. */
function addExcuses(source: string, added: Excuse[], published: string): string {
  const [wanted, before] = [[...excusesIn(source), ...added], excusesIn(published)]
  const isPublished = wanted.length === before.length && before.every((excuse) => isAmong(wanted, excuse))
  if (isPublished) return copyNode(source, list, published)
  return added.reduce((text, excuse) => addItem(text, list, excuse), source)
}

const isAmong = (excuses: Excuse[], excuse: Excuse) => excuses.some((each) => isDeepStrictEqual(each, excuse))

/**
 * Lets the excuses follow an edit of the texts: one that it has made useless goes, and one that went so comes back when its
 * paragraph needs it again.
 * @param before what was to be mended before the edit
 * @param after what is to be mended after it
 * @returns whether there was anything to do
 */
export function followTexts(drafts: Drafts, published: string, before: Problem[], after: Problem[]): boolean {
  const source = drafts.read(claimsDraft)
  const placesIn = (problems: Problem[]) =>
    problems.filter(({ code }) => code === 'excuse_unused').map(({ key }) => Number(key.split('.').at(-1)))
  const known = placesIn(before)
  const places = placesIn(after).filter((place) => !known.includes(place))
  const gone = places.map((place) => excusesIn(source)[place] as Excuse)
  const back = drafts.dropped.filter((excuse) => after.some((problem) => isFor(excuse, problem)))
  if (gone.length + back.length === 0 || gone.length === excusesIn(source).length) return false
  // Recorded before they are removed: if the process ends in between, no reason is lost.
  drafts.recordDropped([...drafts.dropped, ...gone])
  const left = places.reduceRight((text, place) => removeItem(text, list, place), source)
  drafts.write(claimsDraft, addExcuses(left, back, published))
  drafts.recordDropped(drafts.dropped.filter((excuse) => !isAmong(back, excuse)))
  return true
}

/** Whether a claim without a source is what an excuse is about. */
function isFor({ text, paragraphs }: Excuse, { code, values = {} }: Problem): boolean {
  const place = String(values.text)
  if (code !== 'claim' || (place !== text && !place.startsWith(`${text}.`))) return false
  return paragraphs === undefined || paragraphs.includes(String(values.paragraph))
}

/** Whether two states of the list differ in nothing but what is said of these articles. */
export const areSameBut = (articles: string[], one: string | undefined, other: string | undefined): boolean => {
  const others = (source: string | undefined) =>
    excusesIn(source).filter((excuse) => !articles.some((article) => isOf(article)(excuse)))
  return isDeepStrictEqual(others(one), others(other))
}
