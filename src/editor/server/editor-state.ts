import { z } from 'zod'
import { describeProblem, type Problem } from '../../content/problem.ts'
import { headOf, headSection } from '../../content/read/addresses.ts'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import type { LanguageTexts } from '../../content/read/texts.ts'
import { parseYaml } from '../../content/read/yaml-file.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { type PageKey, type PageKind, sitePages } from '../../shared/pages.ts'
import type { EditorState, Field, FileState, Input, PageState, ProblemState } from '../api.ts'
import { formatPath, type KeyPath, languageOfFile, pathOfKey, sectionOf, textFileOf } from '../content-paths.ts'
import { articlesIn } from './articles.ts'
import { valuesIn } from './content-files.ts'
import { previewAddress } from './preview-site.ts'

type Sources = Map<string, string>

const schemas: Record<string, z.ZodType> = { 'organisation.yml': organisationSchema, 'launch.yml': confirmationsSchema }

/** A file that can be read: its values, their notes, and what was published instead. */
export function stateOfFile(file: string, source: string, published: string | undefined): FileState {
  const document = parseYaml(source)
  if (document.errors.length > 0) return { title: '', fields: [], lists: {} }
  const before = source === published ? undefined : valuesIn(parseYaml(published ?? ''))
  const isText = sectionOf(file) !== ''
  const lists: Record<string, number> = {}
  const fields = [...valuesIn(document)].map(([path, { value, markedAt, note, isLong, path: keys }]): Field => {
    for (const [index, step] of isText ? [] : keys.entries()) {
      const list = formatPath(keys.slice(0, index))
      if (typeof step === 'number') lists[list] = Math.max(lists[list] ?? 0, step + 1)
    }
    const old = before ? (before.get(path)?.value ?? '') : value
    const input = inputOf(schemas[file], keys)
    return {
      path,
      value,
      ...(old !== value && { published: old }),
      ...(markedAt && { isPlaceholder: true }),
      ...(isText && note && { note }),
      ...(isLong && { isLong }),
      ...(input && { input }),
    }
  })
  return { title: /^# ?(.*)/.exec(source)?.[1] ?? '', fields, lists }
}

/** What the schema of a file says of a value: `.meta({ input: 'date' })`. */
function inputOf(schema: unknown, path: KeyPath): Input | undefined {
  const inner = unwrapped(schema)
  if (path.length > 0)
    return inputOf(
      inner instanceof z.ZodObject
        ? inner.shape[String(path[0])]
        : inner instanceof z.ZodArray
          ? inner.element
          : undefined,
      path.slice(1),
    )
  return (
    [schema, inner]
      .map((each) => each instanceof z.ZodType && (each.meta()?.input as Input | undefined))
      .find(Boolean) || undefined
  )
}

const unwrapped = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema instanceof z.ZodPipe ? schema.in : schema

/** What each file said when it was last parsed. */
const parsed = new Map<string, { source: string; tree: unknown }>()

function treeOf(file: string, source: string): unknown {
  const known = parsed.get(file)
  if (known?.source === source) return known.tree
  const tree = parseYaml(source).toJS() ?? {}
  parsed.set(file, { source, tree })
  return tree
}

/** The texts of each language, as far as they can be read. */
const textsIn = (sources: Sources) =>
  eachLanguage((language): LanguageTexts => {
    const files = [...sources].filter(([file]) => languageOfFile(file) === language)
    return Object.fromEntries(files.map(([file, source]) => [sectionOf(file), treeOf(file, source) as LanguageTexts]))
  })

/** What does not change while the editor is open. Its words are those that were published, if their file cannot be read. */
export function stateOfEditor(sources: Sources, head: Sources): Pick<EditorState, 'languages' | 'texts' | 'countries'> {
  const texts = textsIn(sources)
  return {
    languages: allLanguages.map((language) => ({
      language,
      name: (texts[language].language as { name?: string } | undefined)?.name ?? language,
      direction: languages[language].direction,
    })),
    texts: eachLanguage((language) => {
      const file = textFileOf(language, 'editor')
      const source = [sources.get(file), head.get(file)].find((text) => text && parseYaml(text).errors.length === 0)
      return parseYaml(source ?? '').toJS() as EditorState['texts'][Language]
    }),
    countries: eachLanguage(countriesIn),
  }
}

/** What there is to edit, by the names of pages and parts. */
export function stateOfContent(
  sources: Sources,
  readsOf: (page: string) => string[],
): Pick<EditorState, 'pages' | 'shared' | 'common'> {
  const texts = textsIn(sources)
  const pages = pagesOf(texts, articlesIn(sources), readsOf)
  const owned = new Set(pages.flatMap(({ sections }) => sections))
  const sections = new Set(allLanguages.flatMap((language) => Object.keys(texts[language])))
  return { pages, shared: [...sections].filter((section) => !owned.has(section)), common: Object.keys(schemas) }
}

function pagesOf(
  texts: Record<Language, LanguageTexts>,
  articles: string[],
  readsOf: (page: string) => string[],
): PageState[] {
  const all: [string, PageKind][] = [
    ...Object.entries(sitePages),
    ...articles.map((article) => [article, 'article'] as [string, PageKind]),
  ]
  // A file that several pages show belongs to none of them.
  const shown = all.flatMap(([page]) => readsOf(page))
  const isOwn = (section: string) => shown.filter((each) => each === section).length === 1
  return all.map(([page, kind]) => {
    const own = headSection(page as PageKey)
    const reads = readsOf(page)
    return {
      page,
      kind,
      titles: eachLanguage((language) => titleIn(texts[language], page as PageKey)),
      addresses: eachLanguage((language) => previewAddress(language, page)),
      sections: [own, ...reads.filter((section) => section !== own && isOwn(section))],
      reads,
    }
  })
}

/** A page's name: in the menu, on the page itself, or for search engines. */
const titleIn = (texts: LanguageTexts, page: PageKey): string =>
  (texts.navbar as Record<string, string> | undefined)?.[page] ||
  (texts[page] as { title?: string } | undefined)?.title ||
  headOf(texts, page).title

/** Every country by its code, as a language names it; a code that was given up leads to another one. */
function countriesIn(language: Language): Record<string, string> {
  const names = new Intl.DisplayNames(languages[language].locale, { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const isCountry = (code: string) =>
    names.of(code) && new Intl.Locale(`und-${code}`).region === code && !/^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/.test(code)
  const named = codes.filter(isCountry).map((code): [string, string] => [code, names.of(code) ?? code])
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other, language)))
}

/** A problem under the name of its control, in the words of each language. */
export function stateOfProblem(problem: Problem): ProblemState {
  const file = problem.file.replace(/^content\//, '')
  const line = problem.line && !problem.key ? ` (${problem.line})` : ''
  return {
    name: problem.key ? `${file}#${pathOfKey(problem.key)}` : file,
    file,
    message: eachLanguage((language) => describeProblem(problem, language) + line),
  }
}
