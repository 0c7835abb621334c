import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import type { EditorState, Field, Input, PageState } from '../api.ts'
import { fileOf, itemIn, languageOfFile, sectionOf, textFileOf } from '../content-paths.ts'

/** What the middle of the editor shows; it is part of the address, so that Back leads back. */
export type View = { kind: 'page' | 'shared' | 'file' | 'changes' | 'new-article'; key?: string }

export function viewAt(hash: string): View {
  const [, kind, key] = /^#(page|shared|file|changes|new-article)(?:\/(.+))?$/.exec(hash) ?? []
  return kind ? { kind: kind as View['kind'], ...(key && { key }) } : { kind: 'page', key: 'home' }
}

/** Where a value is edited. */
export function viewOf(state: EditorState, name: string): View {
  const file = fileOf(name)
  if (state.common.includes(file)) return { kind: 'file', key: file }
  const section = sectionOf(file)
  const page = state.pages.find(({ sections }) => sections.includes(section))
  return page ? { kind: 'page', key: page.page } : { kind: 'shared', key: section }
}

/** The sections that a view shows. */
export function sectionsIn(state: EditorState, { kind, key = '' }: View): string[] {
  if (kind === 'shared') return [key]
  return kind === 'page' ? (state.pages.find(({ page }) => page === key)?.sections ?? []) : []
}

type Words = EditorState['texts'][Language] & {
  fields: Record<string, string>
  files: Record<string, string>
  sections: Record<string, string>
}

/** Stands between the parts of a name, and begins no line. */
const between = '\u00a0· '
/** In characters: a longer name is cut at a word. */
const longestName = 50
/** Fields that say what an item or a group is. */
const namingFields = ['country', 'role', 'title', 'question', 'label', 'name', 'city', 'caption', 'what', 'pages']

/** What pages, files and values are called, in the language of the interface. */
export class Names {
  readonly #state: EditorState
  readonly #language: Language
  readonly #words: Words

  constructor(state: EditorState, language: Language) {
    this.#state = state
    this.#language = language
    this.#words = state.texts[language] as Words
  }

  page = ({ titles }: PageState): string =>
    titles[this.#language] || Object.values(titles).find(Boolean) || this.#words.articles.untitled

  /** A part of a page: as the editor's texts name it, or by its title as it was published. */
  section(section: string): string {
    const title = this.#field(textFileOf(this.#language, section), 'title')
    return this.#words.sections[section] || title?.published || title?.value || this.#words.articles.untitled
  }

  file = (file: string): string => this.#words.files[file.replace(/\.yml$/, '')] ?? file

  /** A value with the part that it is in and its language. */
  whole(name: string): string {
    const file = fileOf(name)
    const path = name.slice(file.length + 1)
    const section = sectionOf(file)
    const page = this.#state.pages.find(({ sections }) => sections[0] === section)
    const part = page ? this.page(page) : section ? this.section(section) : this.file(file)
    const language = this.#state.languages.find((each) => each.language === languageOfFile(file))?.name
    return [part, path ? this.value(file, path) : this.#words.changes.file, language].filter(Boolean).join(between)
  }

  /** A value or group within its file: `offices[0].city` is “Office · Valencia · City”. @param within leaves out the item's own name */
  value(file: string, path: string, within = ''): string {
    const steps = [...path.slice(within.length).matchAll(/([^.[\]]+)((?:\[\d+\])*)/g)]
    const parts = steps.map(({ 0: step, 1: key = '', 2: indexes = '', index }) => {
      const end = within.length + index + step.length
      const word = this.#wordFor(path.slice(0, end - step.length), key)
      const item = indexes && this.item(file, path.slice(0, end))
      const isLeaf = end === path.length
      const own = word || (isLeaf ? this.#quoted(file, path) : this.#titleOf(file, path.slice(0, end)))
      return [own, item].filter(Boolean).join(' ')
    })
    return parts.filter(Boolean).join(between) || this.#words.fields.text || path
  }

  /** An item of a list by what it is, “Poland · slaughterhouse”, or by its number. */
  item(file: string, item: string): string {
    return this.#titleOf(file, item) || String(Number(/(\d+)\]$/.exec(item)?.[1]) + 1)
  }

  /** A value in words: the name of a country or a page in place of its code. */
  shown({ input, value }: Field): string {
    if (input === 'country') return this.#state.countries[this.#language][value] ?? value
    if (input === 'date' || !input) return value
    return this.options(input)[value] ?? value
  }

  /** What a drop-down offers. */
  options(input: Exclude<Input, 'date'>): Record<string, string> {
    if (input === 'side') return this.#words.sides
    if (input === 'country') return this.#state.countries[this.#language]
    if (input === 'page') return Object.fromEntries(this.#state.pages.map((page) => [page.page, this.page(page)]))
    const roles = this.#state.files[textFileOf(this.#language, 'partenaires')]?.fields ?? []
    return Object.fromEntries(
      roles.flatMap(({ path, value }) => (path.startsWith('roles.') ? [[path.slice('roles.'.length), value]] : [])),
    )
  }

  #field = (file: string, path: string) => this.#state.files[file]?.fields.find((field) => field.path === path)

  #wordFor(before: string, key: string): string | undefined {
    // Names that texts cite are shown as one types them.
    if (/(^|\.)sources\.$/.test(before)) return `[^${key}]`
    if (/(^|\.)authorities\.$/.test(before)) return `authority:${key}`
    const group = /([^.[\]]+)(?:\[\d+\])*\.$/.exec(before)?.[1]
    return (
      this.#words.fields[`${group}_${key}`] ??
      this.#words.fields[key] ??
      this.#state.languages.find(({ language }) => language === key)?.name
    )
  }

  #titleOf(file: string, group: string): string {
    const named = namingFields.flatMap((key) => {
      const field = ['', `.${this.#language}`, '[0]']
        .map((end) => this.#field(file, `${group}.${key}${end}`))
        .find((each) => each?.value)
      return field ? [shortened(this.shown({ ...field, value: field.published || field.value }))] : []
    })
    return named.length > 0 ? named.join(between) : shortened(this.#field(file, group)?.value ?? '')
  }

  /** A text by what it says, as it was published: no name changes while somebody types. */
  #quoted(file: string, path: string): string {
    const field = this.#field(file, path)
    const words = shortened((field?.published || field?.value) ?? '')
    return words && interpolate(this.#words.quoted, { words })
  }
}

function shortened(words: string): string {
  const [line = ''] = words.split('\n')
  return line.length <= longestName ? line : `${line.slice(0, longestName).replace(/[\s\p{P}]*\s\S*$/u, '')}…`
}

/** The item of a list that may grow and shrink, which a path leads into. */
export function freeItemIn(lists: Record<string, number>, path: string): string | undefined {
  const item = itemIn(path)
  return item && item.replace(/\[\d+\]$/, '') in lists ? item : undefined
}
