import { z } from 'zod'
import { initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { schemaProblems } from '../read/schema-problems.ts'
import { textFile } from '../read/texts.ts'

const missing = 'This is missing or empty. Every article has it: compare it with another one.'
const line = z.string(missing).trim().min(1, missing)

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

/** An article has what every article has. The other languages are held against the initial one, key by key. */
export function* checkArticles({ texts, pages }: Pick<Content, 'texts' | 'pages'>): Generator<Problem> {
  for (const article of articlesIn(pages)) {
    const file = textFile(initialLanguage, article)
    const text = texts[initialLanguage][article]
    const { error } = articleSchema.safeParse(text)
    const message = `This file is missing: content/articles.yml names the article “${article}”. Write it, or mend the name there.`
    if (text === undefined) yield { file, key: '', message }
    else if (error) yield* schemaProblems(file, articleSchema, error, () => 'empty')
  }
}
