import type { FromPreview, ToPreview } from './preview-pane.tsx'

/*
 * Runs in each page of the preview, which has no other script. A click goes to the editor and not to the page; what is being
 * edited is brought into view and framed; a page that was drawn again is taken over piece by piece.
 */

const send = (message: FromPreview) => parent.postMessage(message, '*')
const root = document.documentElement

// The frame's name has the colours before anything is painted.
if (/^(?:light|dark)$/.test(window.name)) root.style.colorScheme = window.name

addEventListener('DOMContentLoaded', () => send({ kind: 'ready' }))

let last: ToPreview | undefined
let isDrawing = false

addEventListener('message', ({ source, data }: MessageEvent<ToPreview>) => {
  if (source !== parent || !document.body) return
  // A text may have changed since this page was asked for.
  const isStale = data.drawn !== (last?.drawn ?? 0)
  last = data
  root.style.colorScheme = data.scheme
  if (isStale) void drawAgain()
  else frameText()
})

async function drawAgain(): Promise<void> {
  if (isDrawing) return
  isDrawing = true
  let drawn: number | undefined
  // What changes meanwhile is drawn after this.
  while (last && drawn !== last.drawn) {
    drawn = last.drawn
    const response = await fetch(location.href).catch(() => undefined)
    if (!response?.ok) break
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    replaceWhatDiffers(document.body, next.body)
  }
  isDrawing = false
  frameText()
}

/** Replaces the smallest elements that differ, so that scrolling, frames and pictures stay. */
function replaceWhatDiffers(now: Element, next: Element): void {
  framed?.removeAttribute('style')
  if (now.isEqualNode(next)) return
  const isSameShape =
    now.children.length === next.children.length &&
    now.cloneNode().isEqualNode(next.cloneNode()) &&
    wordsOf(now) === wordsOf(next) &&
    now.children.length > 0
  // Moving a child of one into the other changes the live list.
  const children = [...next.children]
  if (isSameShape)
    for (const [index, child] of [...now.children].entries()) replaceWhatDiffers(child, children[index] as Element)
  else now.replaceWith(next)
}

/** The words and comments that an element holds itself. */
const wordsOf = (element: Element) =>
  [...element.childNodes].map((node) => (node instanceof Element ? '|' : node.nodeValue)).join('')

for (const type of ['click', 'submit'])
  addEventListener(
    type,
    (event) => {
      event.preventDefault()
      const { clientX, clientY, target } = event as MouseEvent
      const name = type === 'click' && target instanceof Element && nameAt(target, clientX, clientY)
      if (name) send({ kind: 'picked', name })
    },
    { capture: true },
  )

type TextOnPage = { name: string; line: number; range: Range; element: Element }

/** The texts of the page between their comments, and those in attributes. */
function textsOnPage(): TextOnPage[] {
  const found: TextOnPage[] = []
  const open: Comment[] = []
  const add = (key: string, range: Range, element: Element) => {
    const [name = '', line = '0'] = key.split('@')
    found.push({ name, line: Number(line), range, element })
  }
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  for (let node = comments.nextNode() as Comment | null; node; node = comments.nextNode() as Comment | null) {
    if (node.data !== '/') {
      if (node.data.includes('#')) open.push(node)
      continue
    }
    const start = open.pop()
    if (!start) continue
    const range = document.createRange()
    range.setStartAfter(start)
    range.setEndBefore(node)
    const inside = start.nextElementSibling
    const element =
      inside && range.intersectsNode(inside) && !range.toString().startsWith(start.nextSibling?.nodeValue || '\0')
        ? inside
        : start.parentElement
    if (element) add(start.data, range, element)
  }
  for (const element of document.body.querySelectorAll('[data-text]')) {
    const range = document.createRange()
    range.selectNode(element)
    add(element.getAttribute('data-text') ?? '', range, element)
  }
  return found
}

/** The value of the text at a point: of several, the smallest. */
function nameAt(target: Element, x: number, y: number): string | undefined {
  const isAt = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom
  const texts = textsOnPage().sort((one, other) => one.range.toString().length - other.range.toString().length)
  const found =
    texts.find(({ range, element }) => element.contains(target) && [...range.getClientRects()].some(isAt)) ??
    texts.find(({ element }) => element.contains(target))
  return found?.name
}

let framed: Element | undefined

function frameText(): void {
  framed?.removeAttribute('style')
  const { name, line = Number.POSITIVE_INFINITY } = last ?? {}
  const texts = textsOnPage().filter((text) => text.name === name && text.element.checkVisibility())
  framed = (texts.findLast((text) => text.line <= line) ?? texts[0])?.element
  if (!(framed instanceof HTMLElement || framed instanceof SVGElement)) return
  framed.style.outline = '3px solid var(--color-focus)'
  framed.style.outlineOffset = '4px'
  const { top, height } = framed.getBoundingClientRect()
  // Not scrollIntoView, which scrolls the editor too: on a telephone, away from the field.
  if (top < 0 || top + height > innerHeight) scrollBy({ top: top - (innerHeight - height) / 2, behavior: 'instant' })
}
