import { createContext, useContext } from 'react'
import type { Language } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import type { EditorHandle } from './use-editor.ts'
import type { View } from './views.ts'

/** The editor's own words. */
export type EditorTexts = EditorState['texts'][Language] & {
  fields: Record<string, string>
  facts: Record<string, string>
  notes: Record<string, Record<string, string>>
}

type EditorContext = Omit<EditorHandle, 'state'> & {
  state: EditorState
  texts: EditorTexts
  interfaceLanguage: Language
  /** The languages whose texts are shown side by side. */
  shown: Language[]
  view: View
  go: (view: View, name?: string) => void
  /** Called with the value that somebody is at. */
  onEdit: (name: string, caret?: number) => void
}

export const ContextOfEditor = createContext<EditorContext | undefined>(undefined)

export function useContextOfEditor(): EditorContext {
  const context = useContext(ContextOfEditor)
  if (!context) throw new Error('This stands outside of the editor.')
  return context
}
