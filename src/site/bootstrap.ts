import { type Language, languageOf } from '../shared/languages.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../shared/page-data.ts'
import { type Consent, decideConsent, readConsent } from './consent/consent.ts'
import { preparePaint } from './first-paint.ts'
import { isPlain } from './navigation/links.ts'

/*
 * The only script in the HTML. It runs in the head, so that it affects the first paint. It loads React as soon as
 * the visitor seems to want more than to read. Until then the browser does the work: links to pages and languages load
 * documents, the menu opens, the form is sent, an office's address changes the map. The question about cookies is this
 * script's own, with and without React.
 */

/** How long a pointer rests on a link before React is loaded: if the visitor clicks, React would slow down the document. */
const restMs = 500

/** A pointer, a finger or the focus on these shows it. Links within the page and to other sites need no React. */
const controls = ':is(a[href^="/"], button, input, textarea):not(.cookie-banner *)'

/** A click on these needs React: they remember an office, or show the maps service. */
const reactControls = '[target=office-map], figure button'

/** The two answers about cookies, and the footer's button to be asked again, whose value is empty. */
const consentButtons = 'button[value]'

const { lang } = document.documentElement
const { pathname, hash, origin } = location
const hydrated = new AbortController()
const { signal } = hydrated
const documentParsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
/** Not reloaded, and not returned to. */
const isOpened = visit?.type === 'navigate'
const isFromThisSite = document.referrer.startsWith(`${origin}/`)
let hydration: Promise<void> | undefined
/** The button by which the visitor asked to choose again. */
let askButton: HTMLElement | undefined
let rest: ReturnType<typeof setTimeout> | undefined

// Only React shows the maps service: for visitors who have agreed to it, React is loaded once the map comes into view.
const mapInView = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && hydrate())

// The choice may have been made in another tab, or on a later page that the visitor came back from.
addEventListener('storage', showConsent)
addEventListener('pageshow', ({ persisted }) => persisted && showConsent())
document.addEventListener('click', onConsentClick)

for (const type of ['pointerover', 'focusin', 'keydown']) document.addEventListener(type, onIntent, { signal })
document.addEventListener('click', onClick, { signal })

// After a reload, Back may lead to an entry that React had added: the browser then changes only the address. Without React, the
// page's own document is loaded.
addEventListener('popstate', () => location.pathname !== pathname && location.reload(), { signal })

// Not before the first paint, which would wait: the browser writes its console and reads its storage in other processes.
preparePaint(isFromThisSite, isOpened && hash === '').then(() => {
  if (isFromThisSite && isOpened && languageOf(new URL(document.referrer).pathname) !== lang)
    console.log(`Language changed to ${lang}`)
  documentParsed.then(showConsent)
})

/** Writes the choice on the root element, where styles and React find it, and asks if there is none. */
function showConsent(): void {
  const consent = readConsent()
  // When the banner is hidden, the focus moves to the button that opened it, or else to the page's content.
  if (consent && document.querySelector('.cookie-banner:focus-within'))
    (askButton ?? document.getElementById('main'))?.focus({ preventScroll: true })
  document.documentElement.dataset.consent = consent
  const map = document.querySelector('[name=office-map]')
  if (map && consent === 'true') mapInView.observe(map)
}

function onConsentClick({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLButtonElement>(consentButtons)
  if (!button) return
  decideConsent(button.value as Consent)
  showConsent()
  if (button.value) return
  askButton = button
  document.querySelector<HTMLElement>('.cookie-banner')?.focus()
}

function onIntent({ type, target }: Event): void {
  clearTimeout(rest)
  const control = (target as Element).closest?.(controls)
  if (type !== 'keydown' && control?.matches('a')) rest = setTimeout(hydrate, restMs)
  else if (type === 'keydown' || control) hydrate()
}

/** Loads React. If that fails, the page keeps its ordinary links, and the question about cookies works. */
function hydrate(): Promise<void> {
  hydration ??= load().then(
    () => hydrated.abort(),
    (error: Error) => {
      // The browser itself reports a file that did not load. Firefox aborts requests before `pagehide` when the visitor leaves,
      // which is no error. All browsers name modules in a TypeError.
      if (error.name !== 'LoadError' && !/^TypeError.*module/i.test(String(error))) console.error(error)
    },
  )
  return hydration
}

async function load(): Promise<void> {
  await documentParsed
  const json = document.getElementById('site')?.textContent
  // Firefox also fires DOMContentLoaded if the visitor leaves before the whole document has arrived.
  if (!json) return
  const data: BootstrapData = JSON.parse(json)
  // React would request the texts only after it has loaded: they are fetched at the same time.
  for (const href of [pageDataAddress(data.build, data.address), shellDataAddress(data.build, lang as Language)])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    )
  const scripts = [data.entry, data.chunk.script, ...data.chunk.imports]
  const [entry] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
  await (entry as typeof import('./entry-browser.tsx')).hydrate(data)
}

function onClick(event: MouseEvent): void {
  clearTimeout(rest)
  const control = (event.target as Element).closest<HTMLElement>(reactControls)
  // If React did not load, the repeated click comes here too, and is not repeated again.
  if (event.isTrusted && isPlain(event) && control) hydrate().then(() => control.click())
}
