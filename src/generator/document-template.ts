import type { Content } from '../content/read/content.ts'
import { type DocumentTemplate, speculationRules } from '../shared/document.ts'
import { khatamCorners } from '../shared/geometry/stars.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Bundle } from './bundle.ts'
import { pagePolicy } from './content-security-policy.ts'
import type { Fonts } from './drawing/fonts.ts'
import { colourOf } from './drawing/palette.ts'

export type TemplateParts = { bundle: Bundle; fonts: Fonts; content: Content; origin: string }

/**
 * Makes what the documents of one kind of page have in common.
 * @param dataVersion the version of the page data that its script loads; without one, no script runs in the document
 */
export function documentTemplate(kind: PageKind, parts: TemplateParts, dataVersion?: string): DocumentTemplate {
  const { bundle, fonts, content, origin } = parts
  const { entry, kinds } = bundle
  const bootstrap = bundle.bootstrap + (kind === 'register' ? bundle.registerBootstrap : '')
  const css = fonts.css + drawnStyle(origin) + bundle.style + (bundle.files.get(kinds[kind].style) ?? '')
  return {
    css,
    themeColor: { light: colourOf('color-page', 'light'), dark: colourOf('color-page', 'dark') },
    ...(dataVersion && { script: { bootstrap, code: { build: dataVersion, entry, chunk: kinds[kind] } } }),
    contentSecurityPolicy: pagePolicy(
      css,
      dataVersion ? [bootstrap, speculationRules] : [],
      new URL(content.organisation.map.embed).origin,
    ),
  }
}

/** The star's outline as a shape to clip boxes to, and the site's origin for printed addresses. */
function drawnStyle(origin: string): string {
  const corners = khatamCorners({ center: [50, 50], radius: 50 })
  const star = corners.map((corner) => corner.map((value) => `${Number(value.toFixed(1))}%`).join(' ')).join()
  return `:root{--khatam:polygon(${star});--origin:"${origin}"}`
}
