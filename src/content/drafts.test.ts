import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { SmallContent, smallShape } from '../../tests/support/small-content.ts'
import { textShape } from '../generator/site-texts.ts'
import { renderSitemap } from '../generator/sitemap.ts'
import { languageComposer } from '../site/compose.ts'
import { contentFolder, readContent } from './content.ts'
import { describeDrafts } from './drafts.ts'
import { readFiles } from './read/content.ts'

// As if French were marked as a draft.
vi.mock(import('../shared/languages.ts'), async (load) => ({
  ...(await load()),
  isDraft: (language) => language === 'fr',
  publishedLanguages: ['es', 'en'] as ('es' | 'en')[],
}))

test('what a draft lacks, or has in another language, stops nothing and is counted file by file; in another language it is a problem', () => {
  using content = new SmallContent()
  const english = readFileSync(join(content.folder, 'texts/en/hero.yml'), 'utf8')
  content.write('texts/fr/hero.yml', english)
  content.write('texts/fr/article.yml', 'title: "open')
  content.write('texts/fr/welfare.yml', 'title: Bien-être\nextra: x\n')
  content.remove('texts/fr/flag.svg')
  content.remove('texts/es/article.yml')
  const { problems, ofDrafts, texts } = readContent(content.folder, smallShape)
  expect(problems.map(({ file }) => file)).toEqual(['content/texts/es/article.yml'])
  const described = describeDrafts(texts, ofDrafts)
  expect(described).toMatch(/^The language “fr” is a draft\. Not translated: 1\d texts$/m)
  expect(described).toContain('content/texts/fr/hero.yml: 1 of 1\n')
  expect(described).toMatch(/welfare\.yml: 8 of 9\n[\s\S]*welfare\.yml, extra/)
  expect(described).toMatch(/article\.yml, line 1/)
})

test('no search engine lists the pages of a draft, and only they link to it', () => {
  const content = readFiles(contentFolder, textShape)
  const shown = (['en', 'fr'] as const).map((language) => {
    const { shell, composePage } = languageComposer(content, language, { siteOrigin: '', retentionDays: 1 })
    return [composePage('contact').head.noindex, shell.languages.map(({ language }) => language)]
  })
  expect(shown).toEqual([
    [undefined, ['es', 'en']],
    [true, ['es', 'en', 'fr']],
  ])
  // Nor among the languages of the others.
  const addresses = { es: '/ayuda', en: '/en/help', fr: '/fr/aide' }
  expect(renderSitemap([addresses], 'https://www.example.org')).not.toContain('/fr')
})
