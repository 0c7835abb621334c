import type { Problem } from '../../content/problem.ts'
import { headOf, headSection } from '../../content/read/addresses.ts'
import { placeholderValues } from '../../content/read/organisation.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { type PageKey, sitePages } from '../../shared/pages.ts'
import type { EditorState, FileState, PageState, ProblemState } from '../api.ts'
import { articlesDraft, draftOf } from '../draft-files.ts'
import { formatPath, pathOfKey } from '../files/key-path.ts'
import { listsIn, noteAbove, type Value, type Values, valuesByPath, valuesIfReadable } from '../files/read-values.ts'
import type { ComposedDrafts } from './compose-drafts.ts'
import type { Drafts } from './drafts.ts'
import { treeOf } from './merge-files.ts'

type TextsOfPages = Record<Language, Record<string, { title?: string }>>
type Parts = { drafts: Drafts; composed: ComposedDrafts; published: Map<string, string> }

/** What the editor's page is told of the drafts. */
export function stateOfContent({
  drafts,
  composed,
  published,
}: Parts): Pick<
  EditorState,
  'languages' | 'texts' | 'pages' | 'shared' | 'common' | 'files' | 'problems' | 'facts' | 'headLimits'
> {
  const sources = new Map(
    drafts
      .files()
      .filter((file) => file.endsWith('.yml'))
      .map((file) => [file, drafts.read(file)]),
  )
  const textsOf = eachLanguage((language) => treesOf(sources, language))
  const pages = pagesOf(composed, textsOf as TextsOfPages, sources)
  const owned = new Set(pages.flatMap(({ sections }) => sections))
  const sections = new Set(allLanguages.flatMap((language) => Object.keys(textsOf[language])))
  return {
    languages: allLanguages.map((language) => ({
      language,
      name: nameOf(language, textsOf),
      direction: languages[language].direction,
    })),
    texts: eachLanguage((language) => {
      const file = draftOf(language, 'editor')
      // As they were published, where their own file cannot be read at the moment.
      return (treeOf(sources.get(file)) ?? treeOf(published.get(file))) as EditorState['texts'][Language]
    }),
    pages,
    shared: [...sections].filter((section) => !owned.has(section)),
    common: commonFiles([...sources.keys()]),
    files: Object.fromEntries(
      [...sources].map(([file, source]) => [file, fileState(file, source, published.get(file))]),
    ),
    problems: composed.problems.map((problem) => problemState(problem)),
    facts: eachLanguage((language) =>
      composed.content ? placeholderValues(composed.content.organisation, language) : {},
    ),
    headLimits,
  }
}

/** The facts and the confirmations come first, before the lists that only the checks read. */
function commonFiles(files: string[]): string[] {
  const first = ['organisation.yml', 'launch.yml']
  // The list of articles is changed where they are listed.
  const common = files.filter((file) => isFreeList(file) && file !== articlesDraft)
  return [...first.filter((file) => common.includes(file)), ...common.filter((file) => !first.includes(file))]
}

function treesOf(sources: Map<string, string>, language: Language): Record<string, object> {
  const folder = `texts/${language}/`
  const own = [...sources].filter(([file]) => file.startsWith(folder))
  return Object.fromEntries(
    own.map(([file, source]) => [file.slice(folder.length, -'.yml'.length), (treeOf(source) ?? {}) as object]),
  )
}

const nameOf = (language: Language, textsOf: Record<Language, Record<string, object>>) =>
  (textsOf[language].language as { name?: string } | undefined)?.name ?? language

function pagesOf(
  { content, sectionsOf }: ComposedDrafts,
  texts: TextsOfPages,
  sources: Map<string, string>,
): PageState[] {
  const articles = (treeOf(sources.get(articlesDraft)) ?? []) as string[]
  const all = [...Object.entries(sitePages), ...articles.map((article) => [article, 'article'] as const)]
  // A file that several pages read belongs to none of them.
  const readers = new Map<string, number>()
  for (const sections of sectionsOf.values())
    for (const section of sections) readers.set(section, (readers.get(section) ?? 0) + 1)
  return all.map(([page, kind]) => {
    const own = headSection(page as PageKey)
    const sections = (sectionsOf.get(page as PageKey) ?? []).filter((section) => readers.get(section) === 1)
    const isShown = content && page in content.pages
    return {
      page,
      kind,
      titles: eachLanguage((language) => titleIn(texts, language, page as PageKey)),
      addresses: isShown ? content.addresses[page as PageKey] : undefined,
      sections: [own, ...sections.filter((section) => section !== own)],
      reads: sectionsOf.get(page as PageKey) ?? [own],
    }
  })
}

/** A page's name: in the menu, on the page itself, or for search engines. */
const titleIn = (texts: TextsOfPages, language: Language, page: PageKey) =>
  (texts[language].navbar as Record<string, string> | undefined)?.[page] ??
  texts[language][page]?.title ??
  headOf(texts[language] as never, page).title

/** Lists that may grow and shrink without code. Those of the texts have their places in the pages. */
const isFreeList = (file: string) => !file.startsWith('texts/')

function fileState(file: string, source: string, published: string | undefined): FileState {
  try {
    const values = valuesByPath(source)
    const before = source === published ? undefined : valuesIfReadable(published)
    return {
      title: /^# ?(.*)/.exec(source)?.[1] ?? '',
      fields: [...values.values()].map((value) => ({
        ...fieldState(file, value, before),
        note: isFreeList(file) ? '' : noteAbove(source, value.nameStart),
      })),
      lists: isFreeList(file) ? listsIn(values) : {},
    }
  } catch {
    // What is wrong with it is among the problems.
    return { title: '', fields: [], lists: {} }
  }
}

function fieldState(
  file: string,
  { path, value, mark, style }: Value,
  before: Values | undefined,
): Omit<FileState['fields'][number], 'note'> {
  const name = formatPath(path)
  const published = before ? (before.get(name)?.value ?? '') : value
  return {
    name: `${file}#${name}`,
    path: name,
    value,
    ...(published !== value && { published }),
    isPlaceholder: mark !== undefined,
    isLong: style.startsWith('BLOCK') || path.at(-1) === 'body' || value.length > 70,
  }
}

/** In characters: what search engines show without cutting, and enough to distinguish a page from another. */
const headLimits = { title: [10, 65], description: [50, 170] } as const

function problemState({ file, key, code, values }: Problem): ProblemState {
  const own = file.replace(/^content\//, '')
  const told = { ...(code && { code }), ...(values && { values }) }
  return { name: key ? `${own}#${pathOfKey(key)}` : own, file: own, ...told }
}
