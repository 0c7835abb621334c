import { z } from 'zod'
import { initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { code, schemaProblems } from '../read/schema-problems.ts'
import { textFile } from '../read/texts.ts'

const line = z.string(code('empty')).trim().min(1, code('empty'))

/** What an article file holds: the same for every article, so that a new one needs no code. */
const articleSchema = z.strictObject({
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

/** An article has what every article has. The other languages are compared with the initial one, key by key. */
export function* checkArticles({ texts, pages }: Pick<Content, 'texts' | 'pages'>): Generator<Problem> {
  for (const article of articlesIn(pages)) {
    const file = textFile(initialLanguage, article)
    const text = texts[initialLanguage][article]
    const { error } = articleSchema.safeParse(text)
    if (text === undefined) yield { file, key: '', code: 'file_missing' }
    else if (error) yield* schemaProblems(file, error)
  }
}
