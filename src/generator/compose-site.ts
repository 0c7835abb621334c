import { composeLanguages, type LanguageSite, type SiteSettings } from '../content/compose/compose-language.ts'
import type { CheckedContent } from '../content/content.ts'
import { allTextsOf } from '../content/read/texts.ts'
import type { Problem } from '../shared/problem.ts'
import type { Bundle } from './bundle.ts'
import { type DrawnFile, drawAssets } from './drawing/draw-assets.ts'
import { type Fonts, subsetFonts } from './drawing/fonts.ts'
import { drawPageCards, type PageCards } from './drawing/page-cards.ts'
import { checkLinkFragments } from './link-fragments.ts'

/** The texts, fonts and drawings of the site: everything except the code. */
export type ComposedSite = {
  content: CheckedContent
  settings: SiteSettings
  sites: LanguageSite[]
  drawings: DrawnFile[]
  fonts: Fonts
  cards: PageCards
  /** All problems in the content. The build fails for them; live editing reports them and goes on. */
  problems: Problem[]
}

/**
 * Composes the pages, and finds all problems of the content.
 * @param renderPage finds also links to a part that a page does not have: the parts are known once a page is rendered
 * @param letters the fonts, if they are not to be subset to the letters of the content
 * @throws ContentError when a drawing is missing
 */
export async function composeSite(
  content: CheckedContent,
  settings: SiteSettings,
  renderPage?: Bundle['renderPage'],
  letters?: Fonts,
): Promise<ComposedSite> {
  const drawings = drawAssets(content)
  const texts = [...allTextsOf(content.texts).map(({ text }) => text), JSON.stringify(content.organisation)]
  const fonts = letters ?? (await subsetFonts(texts))
  const sites = drawings.place(composeLanguages(content, settings))
  const cards = drawPageCards(content, sites, fonts)
  return {
    content,
    settings,
    sites,
    drawings: drawings.files,
    fonts,
    cards: cards.cards,
    problems: [
      ...content.problems,
      ...sites.flatMap(({ problems }) => problems),
      ...cards.problems,
      ...(renderPage ? checkLinkFragments(content, sites, renderPage) : []),
    ],
  }
}
