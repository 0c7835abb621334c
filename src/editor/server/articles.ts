import { emptyArticle } from '../../content/read/texts.ts'
import { allLanguages } from '../../shared/languages.ts'
import { textFileOf, valueAt } from '../content-paths.ts'
import { type Sources, writeSource } from './content-files.ts'
import { readSource } from './editor-state.ts'
import { replaceAt } from './yaml-edit.ts'

/**
 * An article has a text file in each language: removes those of articles that have left the list, and writes those of articles
 * that have come into it, as they were published, or empty.
 */
export function followArticles(folder: string, before: string[], after: string[], now: Sources, head: Sources): void {
  // No other name from outside becomes the path of a file.
  const without = (some: string[], others: string[]) =>
    some.filter((article) => !others.includes(article) && /^[a-z0-9_]+$/.test(article))
  for (const language of allLanguages) {
    for (const article of without(before, after)) writeSource(folder, textFileOf(language, article), undefined)
    for (const article of without(after, before)) {
      const file = textFileOf(language, article)
      const empty = emptyLike(textFileOf(language, before[0] ?? ''), now)
      writeSource(folder, file, now.get(file) ?? head.get(file) ?? empty)
    }
  }
}

/** An empty article with the comments of another one, but its title. The note on sources is much the same below every article. */
function emptyLike(file: string, sources: Sources): string {
  const source = sources.get(file) ?? ''
  const note = valueAt(readSource(file, source)?.tree, ['sources_note']) ?? ''
  const empty = { ...(emptyArticle as object), sources: {}, sources_note: note }
  return replaceAt(source.replace(/^(?:#.*\n)+/, ''), [], empty)
}
