import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { allLanguages, initialLanguage, type Language } from '../shared/languages.ts'
import { allPages, pages } from '../shared/pages.ts'
import { type Addresses, checkAddresses, readAddresses } from './addresses.ts'
import { checkRunningTexts } from './check-running-texts.ts'
import { checkTexts } from './check-texts.ts'
import { suggest } from './nearest.ts'
import { type Organisation, readOrganisation } from './organisation.ts'
import { ContentError, type Problem } from './problem.ts'
import { schemaProblems } from './schema-problems.ts'
import { flagFile, type LanguageTexts, readTexts, textFile, withFallback } from './texts.ts'
import { withLines } from './yaml-file.ts'

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
 * @throws ContentError when files cannot be read at all; lesser faults are in `problems`
 */
export function readContent(folder = contentFolder): Content {
  const unreadable: Problem[] = []
  const facts = attempt(() => readOrganisation(folder), unreadable)
  const written = attempt(() => readTexts(folder), unreadable)
  unreadable.push(...checkFlags(folder))
  if (!facts || !written || unreadable.length > 0) throw new ContentError(withLines(unreadable, folder))
  const texts = Object.fromEntries(
    allLanguages.map((language) => [language, withFallback(written, language)]),
  ) as typeof written
  const content = { folder, ...facts, texts, addresses: readAddresses(texts) }
  const problems = [
    ...checkTexts(written),
    ...checkAddresses(written),
    ...checkArticles(texts),
    ...checkRoles(content),
    ...checkRunningTexts(content),
  ]
  return { ...content, problems: withLines(problems, folder) }
}

/** What reading gives; or nothing, and what is wrong goes to `problems`, so that all files are told of at once. */
function attempt<Value>(read: () => Value, problems: Problem[]): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

const missing = 'This is missing or empty. Every article has it: compare it with another one.'
const line = z.string(missing).trim().min(1, missing)

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
      return [
        {
          file,
          key: '',
          message: `This file is missing: src/shared/pages.ts names the article “${article}”. Write it, or mend the name there.`,
        },
      ]
    const parsed = articleSchema.safeParse(text)
    return parsed.error ? schemaProblems(file, articleSchema, parsed.error) : []
  })
}

/** What a partner does is a word of the texts, so that every language has it. */
function checkRoles({ organisation, texts }: Pick<Content, 'organisation' | 'texts'>): Problem[] {
  const { roles = {} } = (texts[initialLanguage].partenaires ?? {}) as { roles?: Record<string, string> }
  return organisation.partners.flatMap(({ role }, index) =>
    role in roles
      ? []
      : [
          {
            file: 'content/organisation.yml',
            key: `partners.${index}.role`,
            message: `“${role}” is not among the “roles” of ${textFile(initialLanguage, 'partenaires')}. ${suggest(role, Object.keys(roles))}`,
          },
        ],
  )
}

function checkFlags(folder: string): Problem[] {
  return allLanguages
    .filter((language) => {
      const file = flagFile(folder, language)
      return !existsSync(file) || !readFileSync(file, 'utf8').includes('<svg')
    })
    .map((language) => ({
      file: `content/texts/${language}/flag.svg`,
      key: '',
      message: 'This drawing is missing: the flag that stands beside the name of the language.',
    }))
}
