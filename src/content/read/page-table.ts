import { z } from 'zod'
import { type ArticleKey, type PageTable, sitePages } from '../../shared/pages.ts'
import { code, readChecked } from './schema-problems.ts'

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, code('file_name'))
  .refine((key) => !(key in sitePages), code('name_taken'))
const schema = z
  .array(key)
  .min(1)
  .refine((keys) => new Set(keys).size === keys.length, code('name_taken'))

/**
 * Reads the page table: the pages of the site, and an article for each name in content/articles.yml, in its order.
 * @throws ContentError
 */
export function readPageTable(folder: string): PageTable {
  const articles = readChecked(folder, 'articles.yml', schema).data.map((key) => [key, 'article'] as const)
  return { ...sitePages, ...(Object.fromEntries(articles) as Record<ArticleKey, 'article'>) }
}
