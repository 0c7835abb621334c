import type { Language } from '../shared/languages.ts'
import { ownFontsAttribute } from '../shared/own-fonts.ts'
import { type BootstrapData, webManifestAddress } from '../shared/page-data.ts'
import { headingPrefix } from '../shared/rich-text.ts'
import { readConsent, showBanner, storeConsent } from './consent/consent.ts'
import { elementAt } from './navigation/addresses.ts'
import { isSlow, shouldSaveData } from './navigation/connection.ts'
import { whenIdle } from './navigation/idle.ts'
import { clickedPageLink } from './navigation/links.ts'
import { isArrivalFailure } from './navigation/load-error.ts'
import transitions from './styles/transitions.css?inline'

/*
 * The only script in the HTML; in its head, so that what it decides holds from the first paint on. It shows the question
 * about cookies, and lets the fonts, the web app's manifest and React come once the page is painted: React hydrates it when the
 * browser is idle, or at the visitor's first intent to do more than read. On a slow connection, or where data are to be
 * saved, all of it waits for that intent: until then a visit costs the HTML.
 */

/** What the entry of the application exports. */
type Entry = { hydrate: (data: BootstrapData) => Promise<void> }

/** How long the first paint waits for the page's end, and a first click for React: until a visitor would wonder. */
const patienceMs = 2_000

/** Once the whole HTML is there, and with it what the page says of itself. */
const page = new Promise<unknown>((resolve) => addEventListener('DOMContentLoaded', resolve)).then(() => {
  const data: BootstrapData = JSON.parse(document.getElementById('site')?.textContent ?? '')
  return { data, scripts: [data.entry, data.vendor, data.chunks[data.kind].script] }
})
// Headings had no prefix once; links from elsewhere still lead to them.
page.then(() => {
  const prefixed = `#${headingPrefix}${location.hash.slice(1)}`
  if (!elementAt(location.hash) && elementAt(prefixed)) location.replace(prefixed)
})

const hydrated = new AbortController()
let hydration: Promise<void> | undefined
let held: HTMLElement | undefined
let hasExtras = false

if (readConsent() === 'undecided') showBanner(true)

const sheet = new CSSStyleSheet()
sheet.replaceSync(transitions)
document.adoptedStyleSheets.push(sheet)

// Until the whole page is read, the browser does not paint: parts that come later would move what is on screen already.
// #site is the last element of the page (HTML, link type "expect").
const wholePage = addLink('expect', '#site')
wholePage.blocking = 'render'
setTimeout(() => wholePage.remove(), patienceMs)

// A visitor who comes from another page of the site has its fonts already, so the first paint can use them.
applyOwnFonts(!shouldSaveData() && document.referrer.startsWith(location.origin))

if (!shouldSaveData()) {
  const loaded = new Promise((resolve) => addEventListener('load', resolve))
  Promise.all([loaded, painted()]).then(afterPaint)
}

for (const sign of ['pointerover', 'touchstart', 'focusin', 'keydown'])
  document.addEventListener(sign, (event) => isIntent(event) && hydrate(), { signal: hydrated.signal, passive: true })
document.addEventListener('click', onClick, { signal: hydrated.signal })

/** Waits for the first paint that shows words; a browser may paint the ground before. */
function painted(): Promise<void> {
  return new Promise((resolve) =>
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true }),
  )
}

/** Brings what looks better and is not needed. Headings are set in a fallback font of the same width until their font is there. */
function bringExtras(): void {
  if (hasExtras) return
  hasExtras = true
  document.fonts
    .load('600 1em Heading', document.title)
    .catch(() => undefined)
    .finally(() => applyOwnFonts(true))
  addLink('manifest', webManifestAddress(document.documentElement.lang as Language))
}

function applyOwnFonts(areWanted: boolean): void {
  document.documentElement.toggleAttribute(ownFontsAttribute, areWanted)
}

/** Lets what is not needed for reading come after all else; then the page is hydrated in the browser's next pause. */
async function afterPaint(): Promise<void> {
  bringExtras()
  const { scripts } = await page
  const arrivals = scripts.map((script) => {
    const link = addLink('modulepreload', script)
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve
    })
  })
  await Promise.all(arrivals)
  whenIdle(hydrate)
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  Object.assign(link, { rel, fetchPriority: 'low', href })
  document.head.append(link)
  return link
}

/** Asks for React. If it does not come the page stays what it was: complete, and made of ordinary links. */
function hydrate(): Promise<void> {
  bringExtras()
  hydration ??= page
    .then(async ({ data, scripts }) => {
      const [entry] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
      return (entry as Entry).hydrate(data)
    })
    .catch((error: Error) => {
      // The browser itself tells of a file that did not arrive. Firefox breaks off what is on its way as soon as the
      // visitor leaves, before `pagehide`: that is no error at all.
      if (!isArrivalFailure(error)) console.error(error)
    })
    .finally(() => hydrated.abort())
  return hydration
}

/** A key, or a pointer, finger or focus on something that does more than stand there. The banner needs no React. */
function isIntent({ type, target }: Event): boolean {
  if (!(target instanceof Element) || target.closest('.cookie-banner')) return false
  return type === 'keydown' || target.closest('a, button, input, textarea, summary') !== null
}

function onClick(event: MouseEvent): void {
  // A click that was held before goes its way.
  if (!event.isTrusted) return
  const target = event.target as Element
  const frameLink = target.closest<HTMLAnchorElement>('a[target=office-map]')
  // The frame follows by itself; React is to know of it.
  if (frameLink) return void hydrate().then(() => frameLink.click())
  const button = target.closest<HTMLButtonElement>('button[type=button]:not([popovertarget])')
  if (button?.value && storeConsent(button.value === 'true')) {
    showBanner(false)
    // The map is React's.
    if (button.value === 'true') hydrate()
    return
  }
  const link = clickedPageLink(event)
  // On a slow connection the next document arrives before React would.
  if (link && isSlow()) return
  hold(event, link ?? button)
}

/** Keeps a first click until the page is hydrated: then it does what it would have done, in place. */
function hold(event: MouseEvent, control: HTMLElement | null | undefined): void {
  const arrival = hydrate()
  if (!control) return
  event.preventDefault()
  held = control
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  Promise.race([arrival, control instanceof HTMLAnchorElement ? patience : arrival]).then(() => {
    if (held !== control) return
    held = undefined
    control.click()
  })
}
