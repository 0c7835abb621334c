import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { textFileOf } from '../../src/editor/content-paths.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { allPages, pages } from './addresses.ts'

/**
 * Copies the first article many times, with random addresses and titles, which do not compress.
 * @param folder a copy of content/
 */
export function addArticles(folder: string, count: number): void {
  const [first = ''] = allPages.filter((page) => pages[page] === 'article')
  const keys = Array.from({ length: count }, (_, index) => `added_${index}`)
  for (const language of allLanguages) {
    const text = readFileSync(`${folder}/${textFileOf(language, first)}`, 'utf8')
    for (const key of keys) {
      const name = randomUUID()
      // With spaces, or the title could not be broken into lines for the sharing card.
      const title = name.replaceAll('-', ' ')
      const copy = text.replace(/^ {2}slug: .*$/m, `  slug: ${name}`).replace(/^title: .*$/m, `title: Nr. ${title}`)
      writeFileSync(`${folder}/${textFileOf(language, key)}`, copy)
    }
  }
  appendFileSync(`${folder}/articles.yml`, keys.map((key) => `- ${key}\n`).join(''))
}
