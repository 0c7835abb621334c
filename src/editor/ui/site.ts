import type { Problem } from '../../content/problem.ts'
import { countryCodes } from '../../content/read/country-codes.ts'
import { spellPath, type TextTree, textsIn, valueAt } from '../../content/text-tree.ts'
import { countryName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import type { Certificate } from '../../shared/register/certificate.ts'
import type { Texts } from '../../shared/text-types.ts'
import type { EditorState, FileState, Input } from '../api.ts'
import {
  articlesFile,
  fileOf,
  languageOfFile,
  nameOf,
  pathOf,
  registerFile,
  sectionOf,
  textFileOf,
  within,
} from '../content-paths.ts'
import { useEditor } from './store.ts'

/** The view that is no page, part or file. */
export const changesView = 'editor:changes'

/** The files that all languages share. */
export const commonFiles = ['organisation.yml', 'launch.yml', registerFile]

/** The files of a part; those of a text are one for each language. */
export const filesOf = (part: string) =>
  commonFiles.includes(part) ? [part] : allLanguages.map((language) => textFileOf(language, part))

/** Stands between the parts of a name, and begins no line. */
const between = '\u00a0· '
/** In characters: a longer name is cut at a word. */
const longestName = 50
/** Values that say what an item or a group is. */
const namingKeys = ['country', 'role', 'title', 'question', 'name', 'city', 'caption', 'what', 'pages[0]']

type Names = Record<string, string>
type Words = Texts['editor'] & { fields: Names; sections: Names; notes: Record<string, Names> }

/** What there is to edit, and what it is called in the language of the interface. */
export class Site {
  readonly state: EditorState
  readonly language: Language
  /** The editor's own texts. */
  readonly words: Words
  readonly articles: string[]
  readonly pages: string[]
  /** Text files that several pages show, or none. */
  readonly shared: string[]

  constructor(state: EditorState, language: Language) {
    this.state = state
    this.language = language
    this.words = state.words[language] as Words
    const articles = this.treeOf(articlesFile)
    this.articles = Array.isArray(articles) ? articles.map(String) : []
    this.pages = [...Object.keys(sitePages), ...this.articles]
    const owned = this.pages.flatMap(sectionsOf)
    const sections = new Set(Object.keys(state.files).filter(this.treeOf).map(sectionOf))
    this.shared = [...sections].filter((section) => section && !owned.includes(section))
  }

  treeOf = (name: string): TextTree | undefined => valueAt(this.state.files[fileOf(name)]?.now?.tree, pathOf(name))

  publishedOf = (name: string): TextTree | undefined =>
    valueAt(this.state.files[fileOf(name)]?.published?.tree, pathOf(name))

  isPlaceholder = (name: string, version: keyof FileState = 'now'): boolean =>
    this.state.files[fileOf(name)]?.[version]?.placeholders.includes(spellPath(pathOf(name))) ?? false

  /** The certificates by number, as they are written: what no cell says is ''. */
  get certificates(): Record<string, Certificate> {
    return (this.treeOf(`${registerFile}#`) ?? {}) as Record<string, Certificate>
  }

  /** The words of the register's own page for the keys in a certificate, in the language of the interface. */
  registerWords = (group: 'covers' | 'reasons' | 'states'): Names =>
    (this.treeOf(`${textFileOf(this.language, 'register')}#${group}`) ?? {}) as Names

  /** The view in which a value is edited. */
  viewOf = (name: string): string => {
    const [number] = pathOf(name)
    if (fileOf(name) === registerFile && number) return nameOf(registerFile, [number])
    const section = sectionOf(fileOf(name))
    return this.pages.find((page) => sectionsOf(page).includes(section)) ?? (section || fileOf(name))
  }

  /** A view or a part: as the editor's texts name it, in the menu, on the page itself, or for search engines. */
  title(view: string, language = this.language): string {
    if (view === changesView) return this.words.groups.changes
    if (view === registerFile) return this.words.register.title
    if (fileOf(view) === registerFile) return String(pathOf(view)[0])
    const key = view.replace(/\.\w+$/, '')
    const paths = [`navbar.yml#${key}`, `${key}.yml#title`, `${sectionsOf(key)[0]}.yml#head.title`]
    const title = paths.map((path) => this.#before(`texts/${language}/${path}`)).find(Boolean)
    return this.words.sections[key] ?? String(title ?? this.words.articles.untitled)
  }

  /** The text files that a view shows, or the one that all languages share. */
  partsOf(view: string): string[] {
    if (view === changesView) return []
    return this.pages.includes(view) ? sectionsOf(view) : [view]
  }

  languageName(language: Language): string {
    return String(this.treeOf(`${textFileOf(language, 'language')}#name`) ?? language)
  }

  /** A value with the part and the groups that it is in, and its language. */
  whole(name: string): string {
    const [file, path] = [fileOf(name), pathOf(name)]
    const section = sectionOf(file)
    const part = this.title(this.pages.find((page) => sectionsOf(page)[0] === section) ?? (section || file))
    const language = languageOfFile(file)
    const words = path
      .map((_, index) => this.word(nameOf(file, path.slice(0, index + 1))))
      // The name of an item begins with that of its list.
      .filter((_, index) => typeof path[index + 1] !== 'number')
    const value = name.includes('#') ? words : [this.words.changes.file]
    return [part, ...value, language && this.languageName(language)].filter(Boolean).join(between)
  }

  /** A value or a group: the word for its key, or what it says. */
  word(name: string): string {
    const [file, path] = [fileOf(name), pathOf(name)]
    const key = path.at(-1) ?? ''
    const said = this.#said(name)
    if (typeof key === 'number')
      return [this.word(nameOf(file, path.slice(0, -1))), said || String(key + 1)].filter(Boolean).join(between)
    const group = path.slice(0, -1).findLast((step) => typeof step === 'string')
    if (file === registerFile) return (this.words.register.columns as Names)[key] ?? String(key)
    // Names that texts cite are shown as one types them.
    if (group === 'sources') return `[^${key}]`
    if (group === 'authorities') return `authority:${key}`
    if (key in languages) return this.languageName(key as Language)
    const { fields, quoted } = this.words
    const word = fields[`${group}_${key}`] ?? fields[key]
    if (word || typeof this.#before(name) === 'object') return word ?? said
    return said ? interpolate(quoted, { words: said }) : (fields.text ?? key)
  }

  /** What a value or a group says, in words: the name of a country or a page in place of its code. */
  shown(name: string, tree: TextTree | undefined): string {
    const texts = [...textsIn(tree ?? '')].map(([path, text]) => {
      const input = this.inputOf(within(name, ...path))
      // Also of an article that is removed, and not offered any more.
      if (input === 'page') return this.title(text)
      if (isMultiple(input))
        return text
          .split(' ')
          .map((key) => this.options(input)[key] ?? key)
          .join(', ')
      return input && input !== 'date' ? (this.options(input)[text] ?? text) : text
    })
    return texts.filter(Boolean).join(between)
  }

  inputOf = (name: string): Input | undefined => {
    const row = fileOf(name) === registerFile ? pathOf(name)[1] : undefined
    return this.state.inputs[row ? nameOf(registerFile, [row]) : name.replace(/\[\d+\]/g, '')]
  }

  /** What a drop-down offers. */
  options(input: Exclude<Input, 'date'>): Names {
    if (input === 'side') return this.words.sides
    if (input === 'country') return countries[this.language]
    if (input === 'covers' || input === 'reasons') return this.registerWords(input)
    if (input === 'certificate')
      return Object.fromEntries(['', ...Object.keys(this.certificates)].map((number) => [number, number]))
    if (input === 'page') return Object.fromEntries(this.pages.map((page) => [page, this.title(page)]))
    return (this.treeOf(`${textFileOf(this.language, 'partenaires')}#roles`) ?? {}) as Names
  }

  message({ code, values = {}, line, key }: Problem): string {
    const words: Names = this.words.problems
    return interpolate(words[code] ?? code, values) + (line && !key ? ` (${line})` : '')
  }

  /** What a value says, or of a group those values that say what it is. */
  #said(name: string): string {
    const own = this.#before(name)
    if (typeof own !== 'object') return shortened(this.shown(name, own))
    const said = [...namingKeys, this.language].map((key) => this.#said(`${name}.${key}`))
    return said.filter(Boolean).join(between)
  }

  /** What a text said in the last commit: no name changes while somebody types. Items of facts move, and are named as they are. */
  #before = (name: string): TextTree | undefined =>
    (languageOfFile(fileOf(name)) && this.publishedOf(name)) || this.treeOf(name)
}

/** Whether several keys are chosen, which are written with a space between them. */
export const isMultiple = (input: Input | undefined): input is 'covers' | 'reasons' =>
  input === 'covers' || input === 'reasons'

/** The text files of a page, with its title in the first: most have one of their own name. */
const sectionsOf = (page: string) => (page === 'home' ? ['hero', 'help', 'services', 'mission', 'partenaires'] : [page])

let last: Site | undefined

export function useSite(): Site {
  const state = useEditor((snapshot) => snapshot.state)
  const language = useEditor((snapshot) => snapshot.language)
  if (last?.state !== state || last.language !== language) last = new Site(state, language)
  return last
}

/** The view that is shown: the one that the address names, or that of its value or text file. What is no longer there is a change. */
export function useView(): string {
  const { pages, shared, viewOf, treeOf } = useSite()
  const { address } = useEditor((snapshot) => snapshot.location)
  const view = /[#/]/.test(address) ? viewOf(address) : address || 'home'
  const isCertificate = fileOf(view) === registerFile && treeOf(view) !== undefined
  return isCertificate || [...pages, ...shared, ...commonFiles].includes(view) ? view : changesView
}

function shortened(words: string): string {
  const [line = ''] = words.split('\n')
  return line.length <= longestName ? line : `${line.slice(0, longestName).replace(/[\s\p{P}]*\s\S*$/u, '')}…`
}

/** Every country by its code, as each language names it. */
const countries = eachLanguage((language): Names => {
  const named = countryCodes.map((code): [string, string] => [code, countryName(code, language)])
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other, language)))
})
