import { useShallow } from 'zustand/react/shallow'
import { shallow } from 'zustand/shallow'
import {
  inShape,
  isBranch,
  isRunning,
  type KeyPath,
  shapeAt,
  spellPath,
  type TextTree,
  textsIn,
  valueAt,
} from '../../content/text-tree.ts'
import { countryCodes } from '../../shared/country-codes.ts'
import { countriesByName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import {
  allLanguages,
  eachLanguage,
  fallbackLanguage,
  initialLanguage,
  type Language,
  languages,
} from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { EditorState, Input } from '../api.ts'
import type { EditorWords } from '../content.ts'
import {
  articleList,
  articleNames,
  articlesFile,
  fileOf,
  groupOf,
  keysOf,
  languageOfFile,
  nameOf,
  pathOf,
  sectionOf,
  textFileOf,
  within,
  wordsFor,
} from '../content-paths.ts'
import { type Snapshot, useEditor } from './store.ts'

/** The view that is no page, part or file. */
export const changesView = 'editor:changes'

/** The files that all languages share. */
export const commonFiles = ['organisation.yml', 'launch.yml', 'redirects.yml']

/** The text files of the home page. The other pages have one of their own name. */
export const ofHome = ['hero', 'help', 'services', 'mission', 'partenaires']

export const partsOf = (view: string) => (view === 'home' ? ofHome : [view])

/** The files of a view or a part, those of a text in each language. */
export const filesOf = (view: string) =>
  commonFiles.includes(view)
    ? [view]
    : partsOf(view).flatMap((part) => allLanguages.map((language) => textFileOf(language, part)))

/** The part that a value is in: a text in all languages, or a file that they share. */
const partOf = (name: string) => sectionOf(fileOf(name)) || fileOf(name)

/** Stands between the parts of a name, and begins no line. */
const between = '\u00a0· '

/** In letters: an item is called by the beginning of what it says. */
const mostSaid = 60

type Names = Record<string, string>

/** What there is to edit, and what it is called in the language of the interface. */
export class Site {
  readonly state: EditorState
  readonly language: Language
  /** The editor's own texts. Whatever a file lacks is filled in. */
  readonly words: EditorWords
  /** What is wrong in the files, and where two have changed the same. */
  readonly problems: EditorState['problems']
  readonly articles: string[]
  readonly pages: string[]
  /** What is shown: what the address names, or the view of that value. What is no longer there is a change. */
  readonly view: string

  constructor({ state, language, location, conflicts }: ReturnType<typeof siteInputs>) {
    this.state = state
    this.language = language
    const own = [language, fallbackLanguage, initialLanguage].map((each) =>
      this.treeOf(`${textFileOf(each, 'editor')}#`),
    )
    this.words = inShape(own, state.shape.editor) as EditorWords
    const inConflict = conflicts.split('\n').filter(Boolean)
    this.problems = [
      ...state.problems,
      ...inConflict.map((name) => ({ name, code: 'conflict', file: '', key: '' }) as const),
    ]
    this.articles = articleNames(this.treeOf(articleList))
    this.pages = [...Object.keys(sitePages), ...this.articles]
    const view = this.viewOf(location.address || 'home')
    this.view = filesOf(view).some(this.treeOf) ? view : changesView
  }

  treeOf = (name: string): TextTree | undefined => valueAt(this.state.now[fileOf(name)]?.tree, pathOf(name))

  /** What the last commit says. */
  publishedOf(name: string): TextTree | undefined {
    const file = fileOf(name)
    const { published, now } = this.state
    return valueAt((file in published ? published : now)[file]?.tree, pathOf(name))
  }

  isPlaceholder = (name: string, version: 'now' | 'published' = 'now'): boolean =>
    this.state[version][fileOf(name)]?.placeholders.includes(spellPath(pathOf(name))) ?? false

  /** The view in which a value is edited. An article is one. */
  viewOf(name: string): string {
    const [key] = pathOf(name)
    if (fileOf(name) === articlesFile && key !== undefined) return String(this.treeOf(name))
    const part = partOf(name)
    return ofHome.includes(part) ? 'home' : part
  }

  /** A view or a part, as the editor's texts, the menu or the page itself names it. */
  title(view: string, language = this.language): string {
    if (view === changesView) return this.words.groups.changes
    const key = view.replace(/\.\w+$/, '')
    const names = [`navbar.yml#${key}`, `${key}.yml#title`].map((path) => `texts/${language}/${path}`)
    // Also of an article that is removed.
    const title = names.flatMap((name) => this.treeOf(name) || this.publishedOf(name)).find(Boolean)
    // Of a drawing, the file says more than nothing.
    return this.words.sections[key] ?? String(title ?? (key === view ? this.words.articles.untitled : view))
  }

  languageName = (language: Language) => String(this.treeOf(`${textFileOf(language, 'language')}#name`) ?? language)

  /** A value with the part and the groups that it is in, and its language. */
  breadcrumb(name: string): string {
    const [file, path] = [fileOf(name), pathOf(name)]
    const language = languageOfFile(name)
    const words = path
      .map((_, index) => this.label(nameOf(file, path.slice(0, index + 1))))
      // The name of an item begins with that of its list.
      .filter((_, index) => typeof path[index + 1] !== 'number' && path[index] !== language)
    const value = name.includes('#') ? words : [this.words.changes.file]
    return joined([this.title(partOf(name)), ...value, language && this.languageName(language)])
  }

  /**
   * What a value is called: its label in editor.yml. An item of a list is counted, and called by what it says; a group without a
   * label has a title.
   */
  label(name: string): string {
    const path = pathOf(name)
    const key = path.at(-1) ?? ''
    if (typeof key === 'number') return joined([`${this.label(groupOf(name))} ${key + 1}`, this.saidIn(name)])
    return this.wordsFor(name, 'fields') ?? this.titleIn(name) ?? key
  }

  /** What editor.yml has for a value, in its `fields` or `hints`. */
  wordsFor = (name: string, group: 'fields' | 'hints') => wordsFor(name, this.words[group], this.state.shape)

  /** Whether a text is Markdown. */
  isRunning = (name: string) => isRunning(shapeAt(this.state.shape, [sectionOf(fileOf(name)), ...pathOf(name)]))

  /** The title that a group has in itself. */
  titleIn(name: string): string | undefined {
    const tree = this.treeOf(name)
    const title = isBranch(tree) && (tree.title ?? tree.question ?? tree.caption)
    return title ? String(title) : undefined
  }

  /** What an item says first, in the language of the interface; nothing if it is a text. */
  private saidIn(name: string): string {
    const tree = this.treeOf(name)
    const isOwn = (key: KeyPath[number] = '') => key !== 'id' && (key === this.language || !(key in languages))
    const [path = [], text] =
      [...textsIn(isBranch(tree) ? tree : '')].find(([path, text]) => text && isOwn(path.at(-1))) ?? []
    const said = this.titleIn(name) ?? this.displayText(within(name, ...path), text)
    return said.length > mostSaid ? `${said.slice(0, mostSaid)}…` : said
  }

  /** What a value or a group says, each text of it in a line: the name of a country or a page in place of its code. */
  displayText(name: string, tree: TextTree = ''): string {
    const words = Array.from(textsIn(tree), ([path, text]) => {
      const value = within(name, ...path)
      // Also of an article that is removed.
      return this.inputOf(value) === 'page' ? this.title(text) : (this.choicesFor(value)?.[text] ?? text)
    })
    return words.filter(Boolean).join('\n')
  }

  inputOf(name: string): Input | undefined {
    return languageOfFile(name) ? undefined : this.state.inputs[keysOf(name).at(-1) ?? fileOf(name)]
  }

  /** What a value is chosen from: words by what is written for them. Nothing if it is typed. */
  choicesFor(name: string): Names | undefined {
    const input = this.inputOf(name)
    if (input?.includes('#')) return (this.treeOf(`texts/${this.language}/${input}`) ?? {}) as Names
    if (input === 'country') return countries[this.language]
    if (input === 'language') return named(allLanguages, this.languageName as (language: string) => string)
    return input === 'page' ? named(this.pages, (page) => this.title(page)) : undefined
  }

  /** What is wrong in a view or a part. */
  problemsIn = (view: string) => this.problems.filter(({ name }) => [this.viewOf(name), partOf(name)].includes(view))

  message = ({ code, values = {}, line }: Problem): string =>
    interpolate(this.words.problems[code], values) + (line ? ` (${line})` : '')
}

/** Made once for each state, whichever component asks first. */
export function useSite(): Site {
  const inputs = useEditor(useShallow(siteInputs))
  if (!last || !shallow(inputs, last.inputs)) last = { inputs, site: new Site(inputs) }
  return last.site
}
let last: { inputs: ReturnType<typeof siteInputs>; site: Site } | undefined

/** Without the typed text and its field: otherwise each letter would render the whole page again. */
const siteInputs = ({ state, language, location, unsaved }: Snapshot) => {
  const conflicts = Object.keys(unsaved).filter((name) => unsaved[name]?.isConflict)
  return { state, language, location, conflicts: conflicts.join('\n') }
}

const joined = (words: (TextTree | undefined)[]) => words.filter(Boolean).join(between)

const named = (keys: string[], wordOf: (key: string) => string): Names =>
  Object.fromEntries(keys.map((key) => [key, wordOf(key)]))

/** Every country by its code, as each language names it. */
const countries = eachLanguage((language) => countriesByName(countryCodes, language))
