import { isMap, isScalar } from 'yaml'
import { parseYaml } from '../../content/read/yaml-file.ts'
import { fold, hyphenated } from '../../shared/fold.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import { articlesFile, textFileOf } from '../content-paths.ts'
import { type ContentFiles, itemsOf, rearrange, valuesIn } from './content-files.ts'

/** The articles in their order, by the names of their files. */
export function articlesIn(sources: Map<string, string>): string[] {
  const list = parseYaml(sources.get(articlesFile) ?? '').toJS()
  return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : []
}

export function setArticles(files: ContentFiles, keys: string[]): void {
  const document = files.open(articlesFile)
  const items = itemsOf(document, [])
  rearrange(items, () => {
    const before = items.splice(0)
    const itemOf = (key: string) => before.find((item) => isScalar(item) && item.value === key)
    items.push(...keys.map((key) => itemOf(key) ?? document.createNode(key)))
  })
  files.write(articlesFile, document)
}

/**
 * Adds an article in every language: the fields that every article has, with the notes of the first article.
 * @param titles its title in each language, if it is known
 * @returns its key
 */
export function addArticle(files: ContentFiles, titles: Record<string, string>): string {
  const articles = articlesIn(files.sources())
  const title = titles[initialLanguage]?.trim() || Object.values(titles).find((each) => each.trim()) || 'article'
  const names = files.names()
  const isTaken = (key: string) =>
    key in sitePages || allLanguages.some((language) => names.includes(textFileOf(language, key)))
  const words = fold(title).match(/[a-z0-9]+/g) ?? []
  const base = words.join('_').replace(/^\d/, 'a$&').slice(0, 40) || 'article'
  let key = base
  for (let number = 2; isTaken(key); number++) key = `${base}_${number}`
  for (const language of allLanguages) {
    const document = files.open(textFileOf(language, articles[0] ?? ''))
    empty(document, titles[language]?.trim() ?? '')
    files.write(textFileOf(language, key), document)
  }
  // Last: if the program ends before, there is no article without its texts.
  setArticles(files, [...articles, key])
  return key
}

export function removeArticle(files: ContentFiles, key: string): void {
  const articles = articlesIn(files.sources())
  if (!articles.includes(key)) throw new RangeError(`There is no article ${key}.`)
  setArticles(
    files,
    articles.filter((each) => each !== key),
  )
  for (const language of allLanguages) files.restore(textFileOf(language, key), undefined)
}

/** Takes out what an article says, but for its note on sources, which is much the same under every article. */
function empty(document: ReturnType<ContentFiles['open']>, title: string): void {
  document.delete('pictures')
  const sources = document.get('sources')
  if (isMap(sources)) sources.items = []
  const filled: Record<string, string> = { 'head.slug': hyphenated(title), 'head.title': title, title }
  for (const [name, { path }] of valuesIn(document)) {
    const node = document.getIn(path, true)
    if (name !== 'sources_note' && isScalar(node)) node.value = filled[name] ?? ''
  }
  const [first] = isMap(document.contents) ? document.contents.items : []
  if (isScalar(first?.key)) first.key.commentBefore = ` ${title}`
}
