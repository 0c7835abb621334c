import { expect, test, vi } from 'vitest'
import { contentFolder } from '../content/content.ts'
import { readFiles } from '../content/read/content.ts'
import { textShape } from '../generator/site-texts.ts'
import { languageComposer } from './compose.ts'

// As if French were marked as a draft.
vi.mock(import('../shared/languages.ts'), async (load) => ({
  ...(await load()),
  isDraft: (language) => language === 'fr',
  publishedLanguages: ['es', 'en'] as ('es' | 'en')[],
}))

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
})
