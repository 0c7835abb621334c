import type { Language } from '../../shared/languages.ts'
import type { EditorState, PageState } from '../api.ts'

/** What the middle of the editor shows; it stands in the address, so that Back leads back. */
export type View = { kind: 'page' | 'shared' | 'file'; key: string } | { kind: 'changes' } | { kind: 'new article' }

export const addressOf = (view: View) => `#${view.kind.replace(' ', '-')}${'key' in view ? `/${view.key}` : ''}`

export function viewAt(hash: string): View {
  const [kind = '', key = ''] = decodeURIComponent(hash.slice(1)).split('/')
  if ((kind === 'page' || kind === 'shared' || kind === 'file') && key) return { kind, key }
  if (kind === 'changes') return { kind }
  return kind === 'new-article' ? { kind: 'new article' } : { kind: 'page', key: 'home' }
}

/** Where a value is edited. */
export function viewOf(state: EditorState, name: string): View {
  const [file = ''] = name.split('#')
  if (state.common.includes(file)) return { kind: 'file', key: file }
  const section = sectionOf(file)
  const page = state.pages.find(({ sections }) => sections.includes(section))
  return page ? { kind: 'page', key: page.page } : { kind: 'shared', key: section }
}

export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml$/.exec(file)?.[1] ?? ''
export const languageOfFile = (file: string) => /^texts\/([^/]+)\//.exec(file)?.[1] as Language | undefined
export const textFile = (language: Language, section: string) => `texts/${language}/${section}.yml`

/** The sections that a view shows. */
export function sectionsIn(state: EditorState, view: View): string[] {
  if (view.kind === 'shared') return [view.key]
  return view.kind === 'page' ? (state.pages.find(({ page }) => page === view.key)?.sections ?? []) : []
}

/** A page's name in a language, or in any. */
export const titleOf = ({ titles, page }: PageState, language: Language) =>
  titles[language] || Object.values(titles).find(Boolean) || page

/** What a part of a page is called: as the editor's texts name it, or by the title that it shows. */
export function titleOfSection(state: EditorState, section: string, language: Language): string {
  const { sections } = state.texts[language] as { sections?: Record<string, string> }
  const shown = state.files[textFile(language, section)]?.fields.find(({ path }) => path === 'title')?.value
  return sections?.[section] || shown || section.replaceAll('_', ' ')
}

/** What a file that all languages share is called. */
export function titleOfFile(state: EditorState, file: string, language: Language): string {
  const { files } = state.texts[language] as { files?: Record<string, string> }
  const name = file.replace(/\.yml$/, '')
  return files?.[name] ?? name
}

/** A value's path in words: `items[0].title` is “Item 1 · Title”. */
export function labelOf(path: string, names: Record<string, string>): string {
  const steps = [...path.matchAll(/([^.[\]]+)((?:\[\d+\])*)/g)]
  return steps
    .map(([, name = '', places = '']) => {
      const words = names[name] ?? name.replace(/[_-]/g, ' ').replace(/^\p{Lower}/u, (letter) => letter.toUpperCase())
      const numbers = [...places.matchAll(/\d+/g)].map(([number]) => Number(number) + 1)
      return [words, ...numbers].join(' ')
    })
    .join(' · ')
}
