import type { Problem } from '../problem.ts'
import { allTextsOf, type WrittenTexts } from '../read/texts.ts'
import { isSlug } from './addresses.ts'

/** Ids that every page has, or gives to headings and sources: the browser would go there instead of to a question. */
const otherIds = /^(app|main|map|menu|offices|pages|site|sources|star-pattern|(call|h|source)-.*)$/

/** An `anchor` is the address of a question on its page: it can be one, and no other part of the page has the same. */
export function* checkAnchors(texts: WrittenTexts): Generator<Problem> {
  const taken = new Set<string>()
  for (const { file, section, key, text: name } of allTextsOf(texts)) {
    if (section !== 'questions' || !key.endsWith('.anchor')) continue
    if (!isSlug(name)) yield { file, key, code: 'slug' }
    else if (otherIds.test(name) || taken.has(file + name)) yield { file, key, code: 'twice', values: { name } }
    taken.add(file + name)
  }
}
