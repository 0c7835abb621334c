import type { Problem } from '../../content/problem.ts'
import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import type { Texts } from '../../shared/texts.generated.ts'
import type { EditorState, FileState, Input } from '../api.ts'
import {
  articlesFile,
  fileOf,
  formatPath,
  type KeyPath,
  languageOfFile,
  parsePath,
  pathOf,
  pathOfKey,
  sectionOf,
  textFileOf,
  valueAt,
} from '../content-paths.ts'
import { useEditor } from './store.ts'

/** Views that are no page, part or file. */
export const changesView = 'editor:changes'
export const newArticleView = 'editor:new-article'

/** The files that all languages share. */
export const commonFiles = ['organisation.yml', 'launch.yml']

/** Stands between the parts of a name, and begins no line. */
const between = '\u00a0· '
/** In characters: a longer name is cut at a word. */
const longestName = 50
/** Values that say what an item or a group is. */
const namingKeys = ['country', 'role', 'title', 'question', 'label', 'name', 'city', 'caption', 'what', 'pages']

type Names = Record<string, string>
type Words = Texts['editor'] & { fields: Names; files: Names; sections: Names; notes: Record<string, Names> }

/** What there is to edit, and what it is called in the language of the interface. */
export class Site {
  readonly state: EditorState
  readonly language: Language
  /** The editor's own texts; those of the last commit, if their file cannot be read. */
  readonly words: Words
  readonly articles: string[]
  readonly pages: string[]
  /** Text files that several pages show, or none. */
  readonly shared: string[]

  constructor(state: EditorState, language: Language) {
    this.state = state
    this.language = language
    const words = state.files[textFileOf(language, 'editor')]
    this.words = (words?.now ?? words?.published)?.tree as unknown as Words
    const articles = this.treeOf(articlesFile)
    this.articles = Array.isArray(articles) ? articles.map(String) : []
    // The register has no page as long as there are no certificates.
    const pages = Object.keys(sitePages).filter((page) => page !== 'register' || page in state.reads)
    this.pages = [...pages, ...this.articles]
    const owned = new Set(this.pages.flatMap((page) => this.sectionsOf(page)))
    const sections = new Set(Object.keys(state.files).map(sectionOf))
    const isThere = (section: string) => allLanguages.some((each) => this.treeOf(textFileOf(each, section)))
    this.shared = [...sections].filter((section) => section && !owned.has(section) && isThere(section))
  }

  treeOf = (file: string): TextTree | undefined => this.state.files[file]?.now?.tree

  /** The text files that a page shows and no other page does, its own first. */
  sectionsOf(page: string): string[] {
    const own = page === 'home' ? 'hero' : page
    const { reads } = this.state
    const isOwn = (section: string) => Object.values(reads).filter((each) => each.includes(section)).length === 1
    return [own, ...(reads[page] ?? []).filter((section) => section !== own && isOwn(section))]
  }

  /** The view in which a value is edited. */
  viewOf(name: string): string {
    const file = fileOf(name)
    const section = sectionOf(file)
    return this.pages.find((page) => this.sectionsOf(page).includes(section)) ?? (section || file)
  }

  /** The files that a view shows, by part; those of a text are one for each language. */
  partsOf(view: string): { files: string[]; title: string }[] {
    if (commonFiles.includes(view)) return [{ files: [view], title: this.file(view) }]
    const sections = this.pages.includes(view) ? this.sectionsOf(view) : [view]
    return sections.map((section) => ({
      files: allLanguages.map((language) => textFileOf(language, section)),
      title: this.section(section),
    }))
  }

  languageName(language: Language): string {
    return String(valueAt(this.treeOf(textFileOf(language, 'language')), ['name']) ?? language)
  }

  /** A page's name: in the menu, on the page itself, or for search engines. */
  page(page: string, language = this.language): string {
    const at = (section: string, ...path: KeyPath) => valueAt(this.treeOf(textFileOf(language, section)), path)
    const own = page === 'home' ? 'hero' : page
    return String(at('navbar', page) || at(page, 'title') || at(own, 'head', 'title') || this.words.articles.untitled)
  }

  /** A part of a page: as the editor's texts name it, or by its title. */
  section(section: string): string {
    const title = this.#before(textFileOf(this.language, section), ['title'])
    return this.words.sections[section] || String(title || this.words.articles.untitled)
  }

  file = (file: string): string => this.words.files[file.replace(/\.yml$/, '')] ?? file

  /** A value with the part that it is in and its language. */
  whole(name: string): string {
    const file = fileOf(name)
    const section = sectionOf(file)
    const page = this.pages.find((page) => this.sectionsOf(page)[0] === section)
    const part = page ? this.page(page) : section ? this.section(section) : this.file(file)
    const path = parsePath(pathOf(name))
    const language = languageOfFile(file)
    const value = path.length > 0 ? this.value(file, path) : this.words.changes.file
    return [part, value, language && this.languageName(language)].filter(Boolean).join(between)
  }

  /** A value or group within its file: `offices[0].city` is “Office · Valencia · City”. @param from how many steps are left out */
  value(file: string, path: KeyPath, from = 0): string {
    const parts = path.map((_, index) => (index < from ? '' : this.#step(file, path.slice(0, index + 1), path.length)))
    return parts.filter(Boolean).join(between) || this.words.fields.text || formatPath(path)
  }

  /** A value in words: the name of a country or a page in place of its code. */
  shown(file: string, path: KeyPath, text: string): string {
    const input = this.inputOf(file, path)
    return input && input !== 'date' ? (this.options(input)[text] ?? text) : text
  }

  inputOf = (file: string, path: KeyPath): Input | undefined =>
    this.state.inputs[`${file}#${path.filter((step) => typeof step === 'string').join('.')}`]

  /** What a drop-down offers. */
  options(input: Exclude<Input, 'date'>): Names {
    if (input === 'side') return this.words.sides
    if (input === 'country') return countries[this.language]
    if (input === 'page') return Object.fromEntries(this.pages.map((page) => [page, this.page(page)]))
    return (valueAt(this.treeOf(textFileOf(this.language, 'partenaires')), ['roles']) ?? {}) as Names
  }

  /** The name of the control at which a problem is shown. */
  nameOf = ({ file, key }: Problem): string => {
    const name = file.replace(/^content\//, '')
    return key ? `${name}#${pathOfKey(key)}` : name
  }

  message({ code, values = {}, line, key }: Problem): string {
    const words: Names = this.words.problems
    return interpolate(words[code] ?? code, values) + (line && !key ? ` (${line})` : '')
  }

  #step(file: string, path: KeyPath, length: number): string {
    const key = path.at(-1)
    if (typeof key !== 'string') return this.#titleOf(file, path) || String(Number(key) + 1)
    const group = path.slice(0, -1).findLast((step) => typeof step === 'string')
    // Names that texts cite are shown as one types them.
    if (group === 'sources') return `[^${key}]`
    if (group === 'authorities') return `authority:${key}`
    const word = this.words.fields[`${group}_${key}`] ?? this.words.fields[key]
    if (word) return word
    if (key in languages) return this.languageName(key as Language)
    const title = this.#titleOf(file, path)
    return title && path.length === length ? interpolate(this.words.quoted, { words: title }) : title
  }

  /** What an item or a group is, by what it says. */
  #titleOf(file: string, path: KeyPath): string {
    const own = this.#before(file, path)
    if (typeof own === 'string') return shortened(this.shown(file, path, own))
    const named = namingKeys.flatMap((key) => {
      const at = [[key], [key, this.language], [key, 0]].find((rest) => typeof valueAt(own, rest) === 'string')
      // Where a label stands on a map is no name.
      const isName = at && this.inputOf(file, [...path, ...at]) !== 'side'
      const text = isName && this.shown(file, [...path, ...at], String(valueAt(own, at)))
      return text ? [shortened(text)] : []
    })
    return named.join(between)
  }

  /** What a text said in the last commit: no name changes while somebody types. Items of facts move, and are named as they are. */
  #before(file: string, path: KeyPath): TextTree | undefined {
    const { now, published } = this.state.files[file] ?? {}
    return (languageOfFile(file) && valueAt(published?.tree, path)) || valueAt(now?.tree, path)
  }
}

let last: Site | undefined

/** The parts of the page that need it are there once the server has answered. */
export function useSite(): Site {
  const state = useEditor((snapshot) => snapshot.state) as EditorState
  const language = useEditor((snapshot) => snapshot.language)
  if (last?.state !== state || last.language !== language) last = new Site(state, language)
  return last
}

export const isPlaceholder = (values: FileState['published'], path: KeyPath): boolean =>
  values?.placeholders.includes(path.join('.')) ?? false

function shortened(words: string): string {
  const [line = ''] = words.split('\n')
  return line.length <= longestName ? line : `${line.slice(0, longestName).replace(/[\s\p{P}]*\s\S*$/u, '')}…`
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** Every country by its code, as each language names it; a code that was given up leads to another one. */
const countries = eachLanguage((language): Names => {
  const names = new Intl.DisplayNames(languages[language].locale, { type: 'region', fallback: 'none' })
  const isCountry = (code: string) =>
    new Intl.Locale(`und-${code}`).region === code && !/^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/.test(code)
  const named = letters.flatMap((one) =>
    letters.map((other): [string, string] => [one + other, names.of(one + other) ?? '']),
  )
  const known = named.filter(([code, name]) => name && isCountry(code))
  return Object.fromEntries(known.sort(([, one], [, other]) => one.localeCompare(other, language)))
})
