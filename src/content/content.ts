import { fileURLToPath } from 'node:url'
import { allLanguages } from '../shared/languages.ts'
import { checkAddresses } from './check/addresses.ts'
import { compareLanguages } from './check/compare-languages.ts'
import { findForeignTexts } from './check/foreign-texts.ts'
import { checkNames } from './check/names.ts'
import { checkSigns } from './check/signs.ts'
import { composeLanguage, type LanguageSite, type SiteSettings } from './compose/compose-language.ts'
import type { FindDrawing } from './compose/section-reader.ts'
import type { Problem } from './problem.ts'
import { type Content, readFiles } from './read/content.ts'

export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url))

/** Content with its problems: the build fails for them, live editing reports them and goes on. */
export type CheckedContent = Content & { problems: Problem[] }

/**
 * Reads everything under content/ and checks it, except inside running texts: composing checks those.
 * @throws ContentError when files cannot be read at all; lesser faults are in `problems`
 */
export function readContent(folder = contentFolder): CheckedContent {
  const content = readFiles(folder)
  const problems = [
    ...compareLanguages(content),
    ...checkSigns(content),
    ...findForeignTexts(content.written),
    ...checkAddresses(content),
    ...checkNames(content),
  ]
  return { ...content, problems }
}

/** Composes the pages of every language; `problems` are those of running texts, without `content.problems`. */
export function composeLanguages(
  content: Content,
  findDrawing: FindDrawing,
  settings: SiteSettings,
): { sites: LanguageSite[]; problems: Problem[] } {
  const problems: Problem[] = []
  const sites = allLanguages.map((language) => composeLanguage(content, language, findDrawing, problems, settings))
  // Several pages may show the same text: its problem is reported once.
  const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return { sites, problems: [...different.values()] }
}
