import type { LanguageSite } from '../../content/compose/compose-language.ts'
import type { Content } from '../../content/read/content.ts'
import { headSection } from '../../content/read/pages.ts'
import { textFile } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import type { PageData, Picture } from '../../shared/page-data.ts'
import type { PageKey } from '../../shared/pages.ts'
import type { Problem } from '../../shared/problem.ts'
import { hashedAddress } from '../hashed-address.ts'
import type { Fonts } from './fonts.ts'
import { cardKey, cardSize, drawSharingCard } from './sharing-cards.ts'

/** The sharing card of each page except the not-found page, with its drawing. */
export type PageCards = Map<PageData, { card: Picture; drawing: string }>

/** Draws a card for every page; a title that does not fit one is a problem. */
export function drawPageCards(
  { texts, organisation: { name } }: Content,
  sites: LanguageSite[],
  { heading }: Fonts,
): { cards: PageCards; problems: Problem[] } {
  const cards: PageCards = new Map()
  const problems: Problem[] = []
  for (const { shell, pages } of sites)
    for (const page of pages) {
      const title = headingOf(page)
      const hasLetters = heading.hasLettersOf(title)
      const drawing = hasLetters && drawSharingCard(title, name, heading)
      if (drawing) {
        const { card_alt } = texts[shell.language].sharing as { card_alt: string }
        const address = hashedAddress(`/assets/cards/${page.page}.${shell.language}.png`, cardKey(drawing))
        cards.set(page, { card: { address, ...cardSize, alt: interpolate(card_alt, { name, title }) }, drawing })
      } else
        problems.push({
          file: textFile(shell.language, headSection(page.page as PageKey)),
          key: 'title',
          code: hasLetters ? 'card' : 'card_letters',
        })
    }
  return { cards, problems }
}

/** A page's first heading. */
const headingOf = (page: PageData): string => (page.kind === 'home' ? page.content.hero.title : page.content.title)
