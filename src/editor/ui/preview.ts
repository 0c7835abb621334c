import type { FromPreview, ToPreview } from './preview-pane.tsx'

/*
 * Runs in each page of the preview, which has no other script. A click goes to the editor and not to the page; what is being
 * edited is brought into view and framed; a page that was drawn again is taken over piece by piece.
 */

const send = (message: FromPreview) => parent.postMessage(message, '*')

addEventListener('DOMContentLoaded', () => send({ kind: 'ready' }))

let last: ToPreview | undefined
let isDrawing = false

addEventListener('message', ({ source, data }: MessageEvent<ToPreview>) => {
  if (source !== parent || !document.body) return
  const isOld = data.revision !== last?.revision
  last = data
  if (isOld) void drawAgain()
  else frameText()
})

async function drawAgain(): Promise<void> {
  if (isDrawing) return
  isDrawing = true
  let drawn: number | undefined
  // What changes meanwhile is drawn after this.
  while (last && drawn !== last.revision) {
    drawn = last.revision
    const response = await fetch(location.href).catch(() => undefined)
    if (!response?.ok) break
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    framed?.removeAttribute('style')
    replaceWhatDiffers(document.body, next.body)
  }
  isDrawing = false
  frameText()
}

/** Replaces the smallest parts that differ, so that scrolling, frames and pictures stay. */
function replaceWhatDiffers(now: ChildNode, next: ChildNode): void {
  if (now.isEqualNode(next)) return
  // Moving one of the next children changes the live list.
  const [children, others] = [[...now.childNodes], [...next.childNodes]]
  const isSameAround = now.cloneNode().isEqualNode(next.cloneNode())
  if (!isSameAround || children.length === 0 || children.length !== others.length) now.replaceWith(next)
  else for (const [index, child] of children.entries()) replaceWhatDiffers(child, others[index] as ChildNode)
}

/** The names of the texts of an element, each with the line of a running text in which the element begins. */
const textsOf = (element: Element) =>
  (element.getAttribute('data-text') ?? '').split(' ').map((text) => {
    const [name = '', line = '0'] = text.split('@')
    return { name, line: Number(line), element }
  })

for (const type of ['click', 'submit'])
  addEventListener(
    type,
    (event) => {
      event.preventDefault()
      const element = type === 'click' && event.target instanceof Element && event.target.closest('[data-text]')
      const [text] = element ? textsOf(element) : []
      if (text) send({ kind: 'picked', name: text.name })
    },
    { capture: true },
  )

let framed: Element | undefined

function frameText(): void {
  framed?.removeAttribute('style')
  const { name, line = Number.POSITIVE_INFINITY } = last ?? {}
  const texts = [...document.querySelectorAll('[data-text]')]
    .flatMap(textsOf)
    .filter((text) => text.name === name && text.element.checkVisibility())
  framed = (texts.findLast((text) => text.line <= line) ?? texts[0])?.element
  if (!(framed instanceof HTMLElement || framed instanceof SVGElement)) return
  framed.style.outline = '3px solid var(--color-focus)'
  framed.style.outlineOffset = '4px'
  const { top, height } = framed.getBoundingClientRect()
  // Not scrollIntoView, which scrolls the editor too: on a telephone, away from the field.
  if (top < 0 || top + height > innerHeight) scrollBy({ top: top - (innerHeight - height) / 2, behavior: 'instant' })
}
