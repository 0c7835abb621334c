import type { Content } from '../content/content.ts'
import type { PageData } from '../shared/page-data.ts'
import type { Bundle } from './bundle.ts'
import type { Fonts } from './fonts.ts'

/** The styles that a page needs, to stand inside it, and the addresses of the sheets they come from. */
export function styleOf({ kind }: PageData, bundle: Bundle, fonts: Fonts): { css: string; addresses: string[] } {
  const addresses = [...new Set([...bundle.entry.styles, ...bundle.kinds[kind].styles])]
  const css = fonts.css + addresses.map((address) => String(bundle.files.get(address)).trim()).join('')
  return { css, addresses }
}

/** Who may be framed besides the site itself: the maps service. */
export const mapOrigin = (content: Content) => new URL(content.organisation.map.embed).origin
