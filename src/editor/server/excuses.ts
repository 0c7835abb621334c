import { isDeepStrictEqual } from 'node:util'
import { addGroup, copyNode, removeItem } from '../files/lists.ts'
import { treeOf } from './merge-files.ts'

/** Why a text needs no source: `text` names a file and a value in it. */
type Excuse = { text: string } & Record<string, string | string[]>

export const claimsFile = 'claims.yml'
const list = ['without_source']

const excusesIn = (source: string | undefined) =>
  (treeOf(source) as { without_source?: Excuse[] } | undefined)?.without_source ?? []
const isOf = (article: string) => (excuse: Excuse) => excuse.text.startsWith(`${article}.yml#`)

/** Takes away what is said of an article's claims; without the article it is of no use, and the check would say so. */
export function removeExcuses(source: string, article: string): string {
  const places = [...excusesIn(source).entries()].filter(([, excuse]) => isOf(article)(excuse))
  return places.reduceRight((text, [place]) => removeItem(text, list, place), source)
}

/** Brings back what was published of an article's claims: to the byte, unless other excuses have changed since. */
export function restoreExcuses(source: string, article: string, published: string): string {
  const without = removeExcuses(source, article)
  if (isDeepStrictEqual(excusesIn(without), excusesIn(removeExcuses(published, article))))
    return copyNode(source, list, published)
  return excusesIn(published)
    .filter(isOf(article))
    .reduce((text, excuse) => addGroup(text, list, excuse), without)
}

/** Whether two states of the list differ in nothing but what is said of these articles. */
export const areSameBut = (articles: string[], one: string | undefined, other: string | undefined): boolean => {
  const others = (source: string | undefined) =>
    excusesIn(source).filter((excuse) => !articles.some((article) => isOf(article)(excuse)))
  return isDeepStrictEqual(others(one), others(other))
}
