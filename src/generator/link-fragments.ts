import type { Content } from '../content/read/content.ts'
import { allTextsOf } from '../content/read/texts.ts'
import type { Language } from '../shared/languages.ts'
import type { PageData } from '../shared/page-data.ts'
import type { Problem } from '../shared/problem.ts'
import type { LanguageSite } from '../site/compose.ts'
import type { Bundle } from './bundle.ts'

/**
 * Links to a part that a page does not have, `[words](page:get_certified#xcost)`. The ids are known once the page is
 * rendered, because most are in its component.
 */
export function checkLinkFragments(
  { rawTexts }: Pick<Content, 'rawTexts'>,
  sites: LanguageSite[],
  renderPage: Bundle['renderPage'],
): Problem[] {
  const found = new Map<PageData, string[]>()
  const idsOf = (language: Language, name: string) => {
    const { shell, pages } = sites.find(({ shell }) => shell.language === language) as LanguageSite
    const page = pages.find(({ page }) => page === name)
    if (page && !found.has(page))
      found.set(
        page,
        [...renderPage(shell, page).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id),
      )
    return page && found.get(page)
  }
  return allTextsOf(rawTexts).flatMap(({ language, file, key, text }) =>
    [...text.matchAll(/\]\(page:([^#)]*)#([^)]*)\)/g)].flatMap(([, page = '', fragment = '']): Problem[] => {
      const ids = idsOf(language, page)
      // A missing page is reported when the text is read.
      if (!ids || ids.includes(fragment)) return []
      return [{ file, key, code: 'part_unknown', values: { name: fragment } }]
    }),
  )
}
