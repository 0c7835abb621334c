import { type Language, languageOf } from '../shared/languages.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../shared/page-data.ts'
import { readConsent, showBanner, storeConsent } from './consent/consent.ts'
import { preparePaint } from './first-paint.ts'

/*
 * The only script in the HTML. It runs in the head, so that its decisions hold from the first paint on. It loads React when
 * the visitor first means to do more than read. Until then the browser does the work: links, languages too, load documents,
 * the menu opens, the form is sent, an office's address changes the map.
 */

/** What the entry of the application exports. */
type Entry = { hydrate: (data: BootstrapData) => Promise<void> }

/** How long a pointer rests on a link before React is loaded: it would slow down the document of visitors who click sooner. */
const restMs = 500

/** A pointer, a finger or the focus on these means more than reading. Links within the page and to other sites need no React. */
const controls = ':is(a[href^="/"], button, input, textarea):not(.cookie-banner *)'

/** Only React knows which office is shown, shows the maps service, and asks about cookies again. */
const reactControls = '[target=office-map], [type=button]:not([popovertarget])'

const { lang } = document.documentElement
const { pathname, hash, origin } = location
const hydrated = new AbortController()
const { signal } = hydrated
const wholeDocument = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
/** Not reloaded, and not returned to. */
const isOpened = visit?.type === 'navigate'
const isFromThisSite = document.referrer.startsWith(`${origin}/`)
let hydration: Promise<void> | undefined
let rest: ReturnType<typeof setTimeout> | undefined

// Only React shows the maps service: for visitors who have agreed to it, React is loaded once the map comes into view.
const mapInView = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && hydrate())

// A choice may have been made in another tab, or on a page that the visitor came back from.
addEventListener('storage', askConsent, { signal })
addEventListener('pageshow', ({ persisted }) => persisted && askConsent(), { signal })

for (const sign of ['pointerover', 'focusin', 'keydown']) document.addEventListener(sign, onSign, { signal })
document.addEventListener('click', onClick, { signal })

// After a reload, Back may lead to pages that React drew in place before it: the browser changes the address and leaves the
// drawing to script. Until React is there, the page's own document is loaded.
addEventListener('popstate', () => location.pathname !== pathname && location.reload(), { signal })

// Not before the first paint: the browser asks another process for what is stored, and the paint would wait for the answer.
preparePaint(isFromThisSite, isOpened && hash === '').then(() => wholeDocument.then(askConsent))

if (isFromThisSite && isOpened && languageOf(new URL(document.referrer).pathname) !== lang)
  console.log(`Language changed to ${lang}`)

function askConsent(): void {
  const consent = readConsent()
  showBanner(consent === 'undecided')
  const map = document.querySelector('[name=office-map]')
  if (map && consent === 'accepted') mapInView.observe(map)
}

function onSign({ type, target }: Event): void {
  clearTimeout(rest)
  const control = (target as Element).closest?.(controls)
  if (type !== 'keydown' && control?.matches('a')) rest = setTimeout(hydrate, restMs)
  else if (type === 'keydown' || control) hydrate()
}

/** Loads React. If that fails, the page stays complete and made of ordinary links, and the question about cookies works. */
function hydrate(): Promise<void> {
  hydration ??= load().then(
    () => hydrated.abort(),
    (error: Error) => {
      // The browser itself reports a file that did not arrive. If the visitor leaves, Firefox aborts requests before
      // `pagehide`: that is no error. Of modules, all browsers say "module" in a TypeError.
      if (error.name !== 'LoadError' && !/^TypeError.*module/i.test(String(error))) console.error(error)
    },
  )
  return hydration
}

async function load(): Promise<void> {
  await wholeDocument
  const json = document.getElementById('site')?.textContent
  // Firefox sends DOMContentLoaded also for a document that is left before all of it has come.
  if (!json) return
  const data: BootstrapData = JSON.parse(json)
  // React asks for the texts only once it is there: they come beside it.
  for (const href of [pageDataAddress(data.build, data.address), shellDataAddress(data.build, lang as Language)])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    )
  const scripts = [data.entry, data.vendor, data.chunk.script, ...data.chunk.imports]
  const [entry] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
  await (entry as Entry).hydrate(data)
}

function onClick({ isTrusted, target }: MouseEvent): void {
  clearTimeout(rest)
  const control = (target as Element).closest<HTMLElement>('a, button')
  if (control instanceof HTMLButtonElement && control.value && storeConsent(control.value === 'true')) {
    showBanner(false)
    // Only React shows the maps service.
    if (control.value === 'true') hydrate()
    // A click that was repeated, because React did not arrive, is not repeated again.
  } else if (isTrusted && control?.matches(reactControls)) hydrate().then(() => control.click())
}
