import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { allLanguages, initialLanguage, type Language } from '../shared/languages.ts'
import { allPages, pages } from '../shared/pages.ts'
import { type Addresses, checkAddresses, readAddresses } from './addresses.ts'
import { checkTexts } from './check-texts.ts'
import { type Organisation, readOrganisation } from './organisation.ts'
import type { Problem } from './problem.ts'
import { type LanguageTexts, readTexts, textFile, withFallback } from './texts.ts'

export type Content = {
  folder: string
  organisation: Organisation
  /** Keys of content/organisation.yml whose values are still stand-ins. */
  placeholders: string[]
  texts: Record<Language, LanguageTexts>
  addresses: Addresses
  /** What the build refuses. Live editing shows it and goes on. */
  problems: Problem[]
}

export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url))

/**
 * Reads and checks everything under content/.
 * @throws ContentError when a file cannot be read at all; lesser faults are in `problems`
 */
export function readContent(folder = contentFolder): Content {
  const { organisation, placeholders } = readOrganisation(folder)
  const written = readTexts(folder)
  const texts = Object.fromEntries(
    allLanguages.map((language) => [language, withFallback(written, language)]),
  ) as typeof written
  const problems = [
    ...checkTexts(written),
    ...checkAddresses(written),
    ...checkArticles(written),
    ...checkFlags(folder),
  ]
  return { folder, organisation, placeholders, texts, addresses: readAddresses(texts), problems }
}

const line = z.string().trim().min(1)

/** What an article file holds: the same for every article, so that a new one needs no code. */
export const articleSchema = z.strictObject({
  head: z.strictObject({ slug: line, title: line, description: line }),
  title: line,
  teaser: line,
  lead: line,
  body: line,
  pictures: z
    .record(z.string(), z.strictObject({ file: line, alt: line, caption: line, words: z.record(z.string(), line) }))
    .optional(),
  sources: z.record(z.string(), line),
  sources_note: line,
})

function checkArticles(texts: Record<Language, LanguageTexts>): Problem[] {
  const articles = allPages.filter((page) => pages[page] === 'article')
  return articles.flatMap((article) => {
    // The other languages are held against the initial one, key by key.
    const file = textFile(initialLanguage, article)
    const text = texts[initialLanguage][article]
    if (text === undefined)
      return [{ file, key: '', message: 'This article is in the page table but has no file. Write it.' }]
    const parsed = articleSchema.safeParse(text)
    return parsed.error?.issues.map((issue) => ({ file, key: issue.path.join('.'), message: issue.message })) ?? []
  })
}

export const flagFile = (folder: string, language: Language) => `${folder}/texts/${language}/flag.svg`

function checkFlags(folder: string): Problem[] {
  return allLanguages
    .filter(
      (language) =>
        !existsSync(flagFile(folder, language)) || !readFileSync(flagFile(folder, language), 'utf8').includes('<svg'),
    )
    .map((language) => ({
      file: `content/texts/${language}/flag.svg`,
      key: '',
      message: 'This drawing is missing: the flag of the language choice.',
    }))
}
