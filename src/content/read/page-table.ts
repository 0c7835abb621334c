import { z } from 'zod'
import { type ArticleKey, type PageTable, sitePages } from '../../shared/pages.ts'
import { readChecked } from './schema-problems.ts'

const key = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]*$/,
    'Write the name of the article’s file without its ending, in small letters: slaughter_day.',
  )
  .refine((key) => !(key in sitePages), 'This is another page of the site. Give the article another name.')
const schema = z
  .array(key, 'Write the articles one under the other, each after “- ”.')
  .min(1, 'Write at least one article.')
  .refine((keys) => new Set(keys).size === keys.length, 'An article stands here twice. Remove one of the two.')

/**
 * Reads the page table: the pages of the site, and an article for each name in content/articles.yml, in its order.
 * @throws ContentError
 */
export function readPageTable(folder: string): PageTable {
  const articles = readChecked(folder, 'articles.yml', schema).data.map((key) => [key, 'article'] as const)
  return { ...sitePages, ...(Object.fromEntries(articles) as Record<ArticleKey, 'article'>) }
}
