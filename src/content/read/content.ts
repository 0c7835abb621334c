import type { LineEntry } from '../../register/acts.ts'
import type { RegisterWords } from '../../register/columns.ts'
import { readSpecimens } from '../../register/read-register.ts'
import { allLanguages, eachLanguage, fallbackLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { dayIn } from '../../shared/long-date.ts'
import { articlesIn, type PageTable } from '../../shared/pages.ts'
import { attempt, ContentError, type Problem } from '../../shared/problem.ts'
import type { RichElement } from '../../shared/rich-text.ts'
import { withoutDrafts } from '../drafts.ts'
import { lazily } from '../lazily.ts'
import { inShape, type TextTree } from '../text-tree.ts'
import { readFlag } from './flag.ts'
import { type Organisation, readOrganisation } from './organisation.ts'
import { type Addresses, readAddresses, readPageTable } from './pages.ts'
import { type Redirect, readRedirects } from './redirects.ts'
import { type LanguageTexts, type RawTexts, readTexts } from './texts.ts'
import { typeset } from './typography.ts'

/** Everything under content/ except the pictures of articles, which the build draws. */
export type Content = {
  folder: string
  organisation: Organisation
  /** The texts as they are in the files, for the checks. */
  rawTexts: RawTexts
  /** The texts for the pages: gaps filled from another language, signs and spaces as the language has them. */
  texts: Record<Language, LanguageTexts>
  /** What the texts have to be, by file: articles by their names. */
  shape: LanguageTexts
  pages: PageTable
  addresses: Addresses
  redirects: Redirect[]
  /** The register's specimens. */
  specimens: LineEntry[]
  /** The flag of each language. */
  flags: Record<Language, RichElement>
}

/** For a draft that has none yet. */
const noFlag: RichElement = ['svg', null]

type ReadOptions = {
  /** For the editor: replaces what cannot be read. */
  last?: Content | undefined
  /** Gets what is wrong in files that cannot be read: every file is read. */
  problems?: Problem[]
}

/**
 * Reads content/: without `problems`, each file of texts when it is first asked for.
 * @throws ContentError with what is wrong, without `last`
 */
export function readFiles(folder: string, shape: LanguageTexts, { last, problems: found }: ReadOptions = {}): Content {
  const problems = found ?? []
  const organisation = attempt(() => readOrganisation(folder).data, problems, last?.organisation)
  const rawTexts = readTexts(folder, problems, last?.rawTexts)
  if (found) for (const language of allLanguages) Object.values(rawTexts[language])
  const table = attempt(() => readPageTable(folder, shape), problems, last?.pages)
  const redirects = attempt(() => readRedirects(folder), problems, last?.redirects)
  const flags = eachLanguage(
    (language) => attempt(() => readFlag(folder, language), problems, last?.flags[language]) ?? noFlag,
  )
  const words = { covers: {}, reasons: {}, ...(rawTexts[initialLanguage].register as Partial<RegisterWords>) }
  const today = dayIn(organisation?.time_zone ?? 'UTC', new Date())
  const specimens = attempt(() => readSpecimens(folder, words, today), problems, last?.specimens)
  const isReadable = last !== undefined || withoutDrafts(problems).problems.length === 0
  if (!specimens || !organisation || !table || !redirects || !isReadable) throw new ContentError(problems)
  const { '*': article = {}, ...others } = shape
  const shapes = { ...others, ...Object.fromEntries(articlesIn(table).map((name) => [name, article])) }
  const texts = eachLanguage((each) =>
    lazily(Object.keys(shapes), (file) => typeset(withFallback(rawTexts, each, file, shapes[file]), each)),
  )
  const addresses = readAddresses(texts, table)
  return {
    folder,
    organisation,
    rawTexts,
    texts,
    shape: shapes,
    pages: table,
    addresses,
    redirects,
    specimens,
    flags,
  }
}

/**
 * One language's text with its gaps filled from the fallback language, as i18next's `fallbackLng` does, or from the initial
 * one. Only live editing and the editor's preview show such a text: the build fails for a gap.
 */
const withFallback = (texts: RawTexts, language: Language, file: string, shape: TextTree | undefined): TextTree =>
  inShape(
    [language, fallbackLanguage, initialLanguage].map((each) => texts[each][file]),
    shape,
  )
