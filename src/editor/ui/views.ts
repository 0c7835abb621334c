import type { Language } from '../../shared/languages.ts'
import type { EditorState, PageState } from '../api.ts'
import { draftOf } from '../draft-files.ts'

/** What the middle of the editor shows; it stands in the address, so that Back leads back. */
export type View = { kind: 'page' | 'shared' | 'file'; key: string } | { kind: 'changes' } | { kind: 'new article' }

export const addressOf = (view: View) => `#${view.kind.replace(' ', '-')}${'key' in view ? `/${view.key}` : ''}`

export function viewAt(hash: string): View {
  const [kind = '', key = ''] = hash.slice(1).split('/')
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

/** The sections that a view shows. */
export function sectionsIn(state: EditorState, view: View): string[] {
  if (view.kind === 'shared') return [view.key]
  return view.kind === 'page' ? (state.pages.find(({ page }) => page === view.key)?.sections ?? []) : []
}

/** A page's name in a language, or in any. */
export const titleOf = (state: EditorState, { titles }: PageState, language: Language) =>
  titles[language] || Object.values(titles).find(Boolean) || state.texts[language].articles.untitled

/** What a part of a page is called: as the editor's texts name it, or by the title that it shows. */
export function titleOfSection(state: EditorState, section: string, language: Language): string {
  const { sections, articles } = state.texts[language]
  const shown = [language, ...state.languages.map((each) => each.language)].map((each) => {
    const title = state.files[draftOf(each, section)]?.fields.find(({ path }) => path === 'title')
    // As it was published, so that it does not change while somebody types it.
    return title?.published || title?.value
  })
  return (sections as Record<string, string>)[section] || shown.find(Boolean) || articles.untitled
}

/** The name of where a file's values are edited: a page, a part of pages, or a file that all languages share. */
export function titleOfPart(state: EditorState, file: string, language: Language): string {
  const section = sectionOf(file)
  const page = state.pages.find(({ sections }) => sections[0] === section)
  if (page) return titleOf(state, page, language)
  return section ? titleOfSection(state, section, language) : titleOfFile(state, file, language)
}

/** What a file that all languages share is called. */
export function titleOfFile(state: EditorState, file: string, language: Language): string {
  const { files } = state.texts[language] as { files?: Record<string, string> }
  const name = file.replace(/\.yml$/, '')
  return files?.[name] ?? name
}
