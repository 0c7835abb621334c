import type { Content } from '../content/read/content.ts'
import type { PageStyle } from '../shared/document.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Bundle } from './bundle.ts'
import { drawnStyle } from './drawing/drawn-style.ts'
import type { Fonts } from './drawing/fonts.ts'
import { colourOf } from './drawing/palette.ts'

type StyleParts = { bundle: Bundle; fonts: Fonts; origin: string }

/** The styles that a kind of page needs, to stand inside it. */
export function styleOf(kind: PageKind, { bundle, fonts, origin }: StyleParts): PageStyle {
  const css = fonts.css + drawnStyle(origin) + bundle.style + (bundle.files.get(bundle.kinds[kind].style) ?? '')
  return {
    css,
    ground: { light: colourOf('color-page', 'light'), dark: colourOf('color-page', 'dark') },
  }
}

/** Who may be framed besides the site itself: the maps service. */
export const mapOrigin = (content: Content) => new URL(content.organisation.map.embed).origin
