import { interpolate } from '../../shared/interpolate.ts'
import type { ProblemState } from '../api.ts'
import type { EditorTexts } from './editor-context.ts'

/** The text and the paragraph that a problem asks a source for, as content/claims.yml names them. */
export function claimIn({ code, values = {} }: ProblemState) {
  const { text, paragraph } = values
  if (code !== 'claim' || text === undefined) return undefined
  // Only a running text has paragraphs that differ in this.
  return { text: String(text), paragraph: /[#.]body$/.test(String(text)) ? String(paragraph) : undefined }
}

/** What is wrong, in the interface's language and without names of files. What has no words of its own is told as it is. */
export function wordsFor(
  { code, values = {}, message }: ProblemState,
  { messages }: EditorTexts,
  language: string,
): string {
  if (code) return interpolate(messages[code], values)
  return language === 'en' ? message : `${messages.needed} (${message})`
}
