import { fitOf, plain } from './match-text.ts'
import type { FromPreview, ToPreview } from './preview-messages.ts'

/*
 * Runs in each page of the preview, before the page's own scripts. A click goes to the editor and not to the page; what is
 * being edited is brought into view and framed.
 */

const tell = (message: FromPreview) => parent.postMessage(message, '*')
const root = document.documentElement

// The frame's name says the colours before anything is painted; see Preview.
if (/^(?:light|dark)$/.test(window.name)) root.style.colorScheme = window.name

addEventListener('DOMContentLoaded', () => tell({ kind: 'ready' }))

/** The state of the drafts that the editor showed when this page came. */
let revision: number | undefined

addEventListener('message', ({ source, data }: MessageEvent<ToPreview>) => {
  // Without a body nothing can be shown; the editor tells it again when the page is ready.
  if (source !== parent || !document.body) return
  revision ??= data.revision
  // What was composed anew is loaded anew; the frame keeps its place in the page.
  if (data.revision !== revision) return location.reload()
  root.style.colorScheme = data.scheme
  show(data.paragraphs)
})

for (const type of ['click', 'submit'])
  addEventListener(
    type,
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const element = event.target instanceof Element ? event.target : undefined
      if (type === 'click' && element) tell({ kind: 'picked', words: wordsAround(element) })
    },
    { capture: true },
  )

// Keeps the bootstrap from loading React, which would fetch the texts of a later draft than the page's own.
for (const type of ['pointerover', 'focusin', 'keydown'])
  addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })

function wordsAround(element: Element): string[] {
  const words: string[] = []
  for (
    let each: Element | null = element;
    each && each !== document.body && words.length < 8;
    each = each.parentElement
  )
    words.push(
      ...[each.getAttribute('alt'), each.getAttribute('aria-label'), wordsOf(each)].flatMap(
        (text) => plain(text ?? '') || [],
      ),
    )
  return words
}

/** An element's words without the numbers of sources. */
function wordsOf(element: Element): string {
  if (!element.querySelector('sup')) return plain(element.textContent ?? '')
  const copy = element.cloneNode(true) as Element
  for (const mark of copy.querySelectorAll('sup')) mark.remove()
  return plain(copy.textContent ?? '')
}

let shown: HTMLElement | SVGElement | undefined

function show(paragraphs: string[]): void {
  if (shown) shown.style.outline = shown.style.outlineOffset = ''
  shown = find(paragraphs)
  if (!shown) return
  shown.style.outline = '3px solid var(--color-focus)'
  shown.style.outlineOffset = '4px'
  const { top, height } = shown.getBoundingClientRect()
  // Not scrollIntoView, which scrolls the editor too: on a telephone, away from the field.
  scrollBy({ top: top - (innerHeight - height) / 2, behavior: 'instant' })
}

/** The smallest element that says these words, and nothing else if there is one. */
function find(paragraphs: string[]): HTMLElement | undefined {
  let best: { element: HTMLElement; fit: number; size: number } | undefined
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element instanceof HTMLScriptElement || !element.checkVisibility()) continue
    const spoken = [element.getAttribute('alt') ?? '', element.getAttribute('aria-label') ?? '', wordsOf(element)]
    const fit = Math.max(...spoken.map((words) => (words ? reverseFit(plain(words), paragraphs) : 0)))
    const size = element.textContent?.length ?? 0
    // A heading is also named in the list of what is on the page.
    if (fit > 0 && !element.closest('main nav') && (!best || fit > best.fit || (fit === best.fit && size < best.size)))
      best = { element, fit, size }
  }
  return best?.element
}

function reverseFit(words: string, paragraphs: string[]): number {
  const fit = fitOf(words, paragraphs)
  return fit || (paragraphs.some((paragraph) => paragraph.length > 12 && words.includes(paragraph)) ? 1 : 0)
}
