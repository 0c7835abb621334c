import { composeLanguages, type LanguageSite, type SiteSettings } from '../content/compose/compose-language.ts'
import type { CheckedContent } from '../content/content.ts'
import { allTextsOf } from '../content/read/texts.ts'
import type { Problem } from '../shared/problem.ts'
import { type DrawnFile, drawAssets } from './drawing/draw-assets.ts'
import { type Fonts, subsetFonts } from './drawing/fonts.ts'
import { drawPageCards, type PageCards } from './drawing/page-cards.ts'

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
 * @param letters the fonts, if they are not to be subset to the letters of the content
 * @throws ContentError when a drawing is missing
 */
export async function composeSite(
  content: CheckedContent,
  settings: SiteSettings,
  letters?: Fonts,
): Promise<ComposedSite> {
  const drawings = drawAssets(content)
  const texts = [...allTextsOf(content.texts).map(({ text }) => text), JSON.stringify(content.organisation)]
  const fonts = letters ?? (await subsetFonts(texts))
  const sites = composeLanguages(content, drawings.findDrawing, settings)
  const cards = drawPageCards(content, sites, fonts)
  return {
    content,
    settings,
    sites,
    drawings: drawings.files,
    fonts,
    cards: cards.cards,
    problems: [...content.problems, ...sites.flatMap(({ problems }) => problems), ...cards.problems],
  }
}
