import { fold, hyphenated } from '../../shared/fold.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import { articlesDraft, draftOf } from '../draft-files.ts'
import { addItem, removeItem, removeKey } from '../files/lists.ts'
import { readValues } from '../files/read-values.ts'
import { setValue } from '../files/write-value.ts'
import type { Drafts } from './drafts.ts'
import { treeOf } from './merge-files.ts'

/**
 * Adds an article in every language: the fields that every article has, with the notes of an article that is there already.
 * @param titles its title in each language, as far as it is known
 * @returns its key
 */
export function addArticle(drafts: Drafts, titles: Record<string, string>): string {
  const articles = treeOf(drafts.read(articlesDraft)) as string[]
  const title = titles[initialLanguage]?.trim() || Object.values(titles).find((each) => each.trim()) || 'article'
  const taken = (key: string) =>
    key in sitePages || articles.includes(key) || allLanguages.some((language) => drafts.has(draftOf(language, key)))
  const words = fold(title).match(/[a-z0-9]+/g) ?? []
  const base = words.join('_').replace(/^\d/, 'a$&').slice(0, 40) || 'article'
  let key = base
  for (let number = 2; taken(key); number++) key = `${base}_${number}`
  for (const language of allLanguages) {
    const model = drafts.read(draftOf(language, articles[0] ?? ''))
    drafts.write(draftOf(language, key), emptied(model, titles[language]?.trim() ?? ''))
  }
  // Last, so that a process that ends here leaves no article without its texts.
  drafts.write(articlesDraft, addItem(drafts.read(articlesDraft), [], key))
  return key
}

export function removeArticle(drafts: Drafts, key: string): void {
  const articles = treeOf(drafts.read(articlesDraft)) as string[]
  drafts.write(articlesDraft, removeItem(drafts.read(articlesDraft), [], articles.indexOf(key)))
  for (const language of allLanguages) drafts.write(draftOf(language, key), undefined)
}

/** An article's file without what it says. */
function emptied(model: string, title: string): string {
  const tree = treeOf(model) as { pictures?: object; sources?: Record<string, string> }
  let text = model.replace(/^#.*/, () => `# ${title}`)
  if (tree.pictures) text = removeKey(text, [], 'pictures')
  for (const source of Object.keys(tree.sources ?? {})) text = removeKey(text, ['sources'], source)
  const filled: Record<string, string> = { 'head.slug': hyphenated(title), 'head.title': title, title }
  for (const { path } of readValues(text)) {
    const key = path.join('.')
    // What is said of all sources is much the same under every article.
    if (key !== 'sources_note') text = setValue(text, path, filled[key] ?? '')
  }
  return text
}
