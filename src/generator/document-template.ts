import type { Content } from '../content/read/content.ts'
import type { DocumentTemplate } from '../shared/document.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import type { PageKind } from '../shared/pages.ts'
import { khatamCorners } from '../site/components/weave/stars.ts'
import type { Bundle } from './bundle.ts'
import { pagePolicy } from './content-security-policy.ts'
import type { Fonts } from './drawing/fonts.ts'
import { colourOf, type Scheme } from './drawing/palette.ts'

export type TemplateParts = { bundle: Bundle; fonts: Fonts; content: Content; origin: string }

/**
 * Makes what the documents of one kind of page have in common.
 * @param codeVersion the version of its code; without one, no script runs in the document
 */
export function documentTemplate(kind: PageKind, parts: TemplateParts, codeVersion?: string): DocumentTemplate {
  const { bundle, fonts, content, origin } = parts
  const { entry, kinds } = bundle
  const bootstrap = bundle.bootstrap + (kind === 'register' ? bundle.registerBootstrap : '')
  const css = fonts.css + drawnStyle(origin) + bundle.style + (bundle.files.get(kinds[kind].style) ?? '')
  const headEnd = [
    themeColour('light'),
    themeColour('dark'),
    `<link rel="icon" href="${ownAddresses.oldIcon}" sizes="32x32">`,
    `<link rel="icon" href="${ownAddresses.icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${ownAddresses.appIcon}">`,
    `<style>${css}</style>`,
    ...(codeVersion ? [`<script>${bootstrap}</script>`] : []),
  ]
  return {
    headEnd: headEnd.join('\n'),
    ...(codeVersion && { script: { code: { build: codeVersion, entry, chunk: kinds[kind] }, speculationRules } }),
    contentSecurityPolicy: pagePolicy(
      css,
      codeVersion ? [bootstrap, speculationRules] : [],
      new URL(content.organisation.map.embed).origin,
    ),
  }
}

/** The colour of the page's background, for the browser's own controls. */
const themeColour = (scheme: Scheme) =>
  `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colourOf('color-page', scheme)}">`

/** Links to other pages and languages. Links with a target change the map; a file is fetched only when it is asked for. */
const pageLink = 'a[href^="/"]:not([target], [download], [type], [aria-current])'

/**
 * Until the page is hydrated, its links load documents: the browser may prefetch one as soon as a pointer is over its link,
 * or a finger on it (HTML, "speculative loading"). The first rule uses `:hover`, because no eagerness fits: "moderate" waits
 * 200 ms for a pointer, and on a phone both it and "eager" prefetch links that are merely in view. Chromium evaluates the
 * selector again when a style depends on it, as that of links in base.css does. Prerendering the page too would delay the
 * click on a slow device. The rows of a table, over which a pointer passes, are only prefetched when they are pressed.
 */
const speculationRules = JSON.stringify({
  prefetch: [
    { where: { selector_matches: `${pageLink}:not(td *, th *):hover` }, eagerness: 'eager' },
    { where: { selector_matches: pageLink }, eagerness: 'conservative' },
  ],
})

/** The star's outline as a shape to clip boxes to, and the site's origin for printed addresses. */
function drawnStyle(origin: string): string {
  const corners = khatamCorners({ center: [50, 50], radius: 50 })
  const star = corners.map((corner) => corner.map((value) => `${Number(value.toFixed(1))}%`).join(' ')).join()
  return `:root{--khatam:polygon(${star});--origin:"${new URL(origin).host}"}`
}
