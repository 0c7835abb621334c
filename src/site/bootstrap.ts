import type { Language } from '../shared/languages.ts'
import { ownFontsAttribute } from '../shared/own-fonts.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../shared/page-data.ts'
import { readConsent, showBanner, storeConsent } from './consent/consent.ts'
import { addressIn } from './navigation/addresses.ts'
import { asksToSaveData } from './navigation/connection.ts'
import { isPlain } from './navigation/links.ts'
import { isArrivalFailure } from './navigation/load-error.ts'

/*
 * The only script in the HTML; in its head, so that what it decides holds from the first paint on. React hydrates the page
 * at the visitor's first intent to do more than read, and never without. What works without React, the browser does: links
 * load documents, the menu opens, an office's address changes the map. A click that needs React is kept until it is there.
 */

/** What the entry of the application exports. */
type Entry = { hydrate: (data: BootstrapData) => Promise<void> }

/** How long the first paint waits for more of the document, and a kept click for React, before a visitor would wonder. */
const patienceMs = 2_000

/** Screens on which parts of a page may stand three in a row. */
const columns = '(min-width: 36rem)'

/** How long a pointer rests on a link before React is loaded: for whoever clicks sooner, it would slow the next document. */
const restMs = 500

/** Where a pointer, a finger or the focus means more than reading. Links within the page and to other sites need no React. */
const controls = ':is(a[href^="/"], button, input, textarea):not(.cookie-banner *)'

/** What does nothing without React, or less than with it: a language, the form, the buttons of map and cookies. */
const keptControls = 'a[hreflang], button:not([popovertarget])'

/** What leads to another page. */
const pageLinks = 'a:not([hreflang], [target])'

const root = document.documentElement
const hydrated = new AbortController()
const { signal } = hydrated
const wholeDocument = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
let hydration: Promise<void> | undefined
let kept: HTMLElement | undefined
let rest: ReturnType<typeof setTimeout> | undefined

// Only React shows the maps service: for visitors who have agreed to it, React is loaded once the map comes into view.
const mapInView = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && hydrate())

// A choice may have been made in another tab, or on a page that the visitor came back from or had not opened yet.
for (const event of ['storage', 'prerenderingchange']) addEventListener(event, askConsent, { capture: true, signal })
addEventListener('pageshow', ({ persisted }) => persisted && askConsent(), { signal })

for (const sign of ['pointerover', 'focusin', 'keydown']) document.addEventListener(sign, onSign, { signal })
document.addEventListener('click', onClick, { signal })

// After a reload, Back may lead to pages that React drew in place before it: the browser changes the address and leaves the
// drawing to script. Until React is there, the page's own document is loaded.
const { pathname } = location
addEventListener('popstate', () => location.pathname !== pathname && location.reload(), { signal })

// The first paint waits until the header has been read, and where there is room for columns, the whole page: the rest would
// move what is painted. #main follows the header, #site is the last element (HTML, link type "expect").
const next = Object.assign(document.createElement('link'), { rel: 'expect', blocking: 'render' })
next.href = matchMedia(columns).matches ? '#site' : '#main'
document.head.append(next)
setTimeout(() => next.remove(), patienceMs)

// Headings stand in a fallback font of the same width until theirs has come, after the first paint that shows words. A
// visitor who comes from another page of the site has it already.
root.toggleAttribute(ownFontsAttribute, !asksToSaveData() && document.referrer.startsWith(location.origin))
new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return
  // Not before: the browser asks another process for what is stored, and the paint would wait for the answer.
  wholeDocument.then(askConsent)
  if (!asksToSaveData())
    document.fonts.load('600 1em Heading', document.title).then(
      () => root.toggleAttribute(ownFontsAttribute, true),
      () => undefined,
    )
}).observe({ type: 'paint', buffered: true })

function askConsent(): void {
  const consent = readConsent()
  showBanner(consent === 'undecided')
  const map = document.querySelector('[name=office-map]')
  if (map && consent === 'accepted') mapInView.observe(map)
}

function onSign({ type, target }: Event): void {
  clearTimeout(rest)
  const control = (target as Element).closest?.(controls)
  if (type !== 'keydown' && control?.matches(pageLinks)) rest = setTimeout(hydrate, restMs)
  else if (type === 'keydown' || control) hydrate(control)
}

/**
 * Asks for React. If it does not come the page stays what it was: complete, and made of ordinary links. The
 * listeners stay too, for the question about cookies; a click that is kept is then done at once.
 * @param control what the visitor is about to use: if it is a language, its texts come along
 */
function hydrate(control?: Element | null): Promise<void> {
  hydration ??= load(control).then(
    () => hydrated.abort(),
    (error: Error) => {
      // The browser itself tells of a file that did not arrive. Firefox breaks off what is on its way as soon as the
      // visitor leaves, before `pagehide`: that is no error at all.
      if (!isArrivalFailure(error)) console.error(error)
    },
  )
  return hydration
}

async function load(control?: Element | null): Promise<void> {
  await wholeDocument
  const json = document.getElementById('site')?.textContent
  // Firefox tells DOMContentLoaded also of a document that is left before all of it has come.
  if (!json) return
  const data: BootstrapData = JSON.parse(json)
  preloadTexts(data.build, data.address, root.lang)
  if (control instanceof HTMLAnchorElement && control.hreflang)
    preloadTexts(data.build, addressIn(control), control.hreflang)
  const scripts = [data.entry, data.vendor, data.chunk.script, ...data.chunk.imports]
  const [entry] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
  await (entry as Entry).hydrate(data)
}

/** Lets a page's texts come beside React, which asks for them only once it is there. */
function preloadTexts(build: string, address: string, language: string): void {
  const preload = { rel: 'preload', as: 'fetch', crossOrigin: '' }
  for (const href of [pageDataAddress(build, address), shellDataAddress(build, language as Language)])
    document.head.append(Object.assign(document.createElement('link'), preload, { href }))
}

function onClick(event: MouseEvent): void {
  // A click that was kept is not trusted when it is done again, and must not be kept once more.
  if (!event.isTrusted || !isPlain(event)) return
  clearTimeout(rest)
  const control = (event.target as Element).closest<HTMLElement>('a, button')
  if (control?.matches('[target=office-map]')) {
    // The link changes the frame by itself; the second click tells React which office is shown.
    hydrate(control).then(() => control.click())
  } else if (control instanceof HTMLButtonElement && control.value && storeConsent(control.value === 'true')) {
    showBanner(false)
    // Only React shows the maps service.
    if (control.value === 'true') hydrate()
  } else if (control?.matches(keptControls)) {
    event.preventDefault()
    keep(control)
  } else if (control?.matches(pageLinks)) kept = undefined
}

/** Does what was clicked once the page is hydrated. A language or the form, which can do without, waits for a while only. */
function keep(control: HTMLElement): void {
  kept = control
  const arrival = hydrate(control)
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  Promise.race([arrival, control.matches('[type=button]') ? arrival : patience]).then(() => {
    if (kept !== control) return
    kept = undefined
    control.click()
  })
}
