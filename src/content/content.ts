import { fileURLToPath } from 'node:url'
import { attempt, type Problem } from '../shared/problem.ts'
import { checkAddresses, checkRedirects } from './check/addresses.ts'
import { compareLanguages } from './check/compare-languages.ts'
import { findForeignTexts } from './check/foreign-texts.ts'
import { checkMarkup } from './check/markup.ts'
import { checkNames } from './check/names.ts'
import { withoutDrafts } from './drafts.ts'
import { readConfirmations } from './read/confirmations.ts'
import { type Content, readFiles } from './read/content.ts'
import type { LanguageTexts } from './read/texts.ts'

export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url))

const checks = [compareLanguages, checkMarkup, findForeignTexts, checkAddresses, checkRedirects, checkNames]

/**
 * Content with its problems: the build fails for them, live editing reports them and goes on. Those of texts in a language that is a
 * draft stop nothing.
 */
export type CheckedContent = Content & { problems: Problem[]; ofDrafts: Problem[] }

/**
 * Reads everything under content/ and checks it, except inside running texts: composing checks those.
 * @param shape that of the texts that the code reads, by their files (src/generator/site-texts.ts)
 * @param last for the editor: replaces what cannot be read, which is a problem like any other then
 * @throws ContentError when files cannot be read at all; lesser faults are in `problems`
 */
export function readContent(folder: string, shape: LanguageTexts, last?: Content): CheckedContent {
  const problems: Problem[] = []
  const content = readFiles(folder, shape, { last, problems })
  attempt(() => readConfirmations(folder), problems)
  for (const check of checks) problems.push(...check(content))
  return { ...content, ...withoutDrafts(problems) }
}
