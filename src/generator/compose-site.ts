import type { CheckedContent } from '../content/content.ts'
import { withoutDrafts } from '../content/drafts.ts'
import { allTextsOf } from '../content/read/texts.ts'
import { interpolate } from '../shared/interpolate.ts'
import type { PageData } from '../shared/page-data.ts'
import type { Problem } from '../shared/problem.ts'
import { composeLanguages, type LanguageSite, type SiteSettings } from '../site/compose.ts'
import type { Bundle } from './bundle.ts'
import { sharing } from './content.ts'
import { type DrawnFile, drawAssets } from './drawing/draw-assets.ts'
import { type Fonts, subsetFonts } from './drawing/fonts.ts'
import { sharingCards } from './drawing/sharing-cards.ts'
import { checkLinkFragments } from './link-fragments.ts'

/** The texts, fonts and drawings of the site: everything except the code. */
export type ComposedSite = {
  content: CheckedContent
  settings: SiteSettings
  sites: LanguageSite[]
  drawings: DrawnFile[]
  fonts: Fonts
  /** The sharing card of each page except the not-found page. */
  cards: Map<PageData, ReturnType<typeof pageCard>>
  /** All problems in the content. The build fails for them; live editing reports them and goes on. */
  problems: Problem[]
  /** Those of texts in a language that is a draft stop nothing. */
  ofDrafts: Problem[]
}

/**
 * Composes the pages, and finds all problems of the content.
 * @param renderPage links to a part of a page are checked once it is rendered, because most ids are in its component
 * @param fullFonts prepared fonts, to skip subsetting them to the letters of the content
 */
export async function composeSite(
  content: CheckedContent,
  settings: SiteSettings,
  renderPage: Bundle['renderPage'],
  fullFonts?: Fonts,
): Promise<ComposedSite> {
  const drawings = drawAssets(content)
  const texts = [...allTextsOf(content.texts).map(({ text }) => text), JSON.stringify(content.organisation)]
  const fonts = fullFonts ?? (await subsetFonts(texts))
  const sites = drawings.setAddresses(composeLanguages(content, settings))
  const makeCard = sharingCards(fonts.heading)
  const cards = new Map(
    sites.flatMap((site) => site.pages.map((page) => [page, pageCard(content, site, page, makeCard)])),
  )
  return {
    content,
    settings,
    sites,
    // First, because it finds problems.
    drawings: drawings.drawAll(),
    fonts,
    cards,
    ...withoutDrafts([
      ...content.problems,
      ...content.ofDrafts,
      ...sites.flatMap(({ problems }) => problems),
      ...drawings.problems,
      ...checkLinkFragments(content, sites, renderPage),
    ]),
  }
}

/** The card with the first heading of a page, and what it is for those who cannot see it. */
function pageCard(
  content: CheckedContent,
  { plain }: LanguageSite,
  page: PageData,
  makeCard: ReturnType<typeof sharingCards>,
) {
  const { name } = content.organisation
  const { title } = page.content
  const alt = interpolate(plain('sharing', sharing).card_alt, { title })
  return { ...makeCard(`${page.page}.${page.language}`, title, name), alt }
}
