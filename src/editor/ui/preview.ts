import pLimit from 'p-limit'

/** What is edited: a value, the line of the cursor in a running text; and the state of the files that it is part of. */
export type Edited = { name: string; line: number | undefined; revision: number }

/**
 * Makes a page of the preview follow what is edited, which is framed and brought into view. A click goes to the editor and not
 * to the page.
 * @param onPick called with the name of the text that was clicked
 */
export function followPage(page: Document, onPick: (name: string) => void): (edited: Edited) => void {
  page.onsubmit = (event) => event.preventDefault()
  page.onclick = (event) => {
    event.preventDefault()
    const element = (event.target as Element).closest<HTMLElement>('[data-text]')
    const [text] = element ? textsOf(element) : []
    if (text) onPick(text.name)
  }

  const inTurn = pLimit(1)
  let last: Edited
  let drawn: number | undefined
  const follow = async () => {
    const { revision } = last
    // A page that was drawn again is taken over piece by piece. What changes meanwhile is drawn after this.
    const next = drawn !== revision && (await drawnAgain(page))
    drawn = revision
    page.querySelector('[style]')?.removeAttribute('style')
    if (next) replaceWhatDiffers(page.body, next.body)
    frameText(page, last)
  }
  return (edited) => {
    last = edited
    void inTurn(follow)
  }
}

/** @returns the page as it is drawn now; nothing if it cannot be, or the frame shows another page by now */
async function drawnAgain({ URL: address, defaultView: view }: Document): Promise<Document | undefined> {
  const answer = await view?.fetch(address).catch(() => undefined)
  // In the page's own window, whose policy allows its styles.
  return answer?.ok && view ? new view.DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
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
const textsOf = (element: HTMLElement) =>
  (element.dataset.text ?? '').split(' ').map((text) => {
    const [name = '', line = '0'] = text.split('@')
    return { name, line: Number(line), element }
  })

function frameText(page: Document, { name, line = Number.POSITIVE_INFINITY }: Edited): void {
  const texts = [...page.querySelectorAll<HTMLElement>('[data-text]')]
    .flatMap(textsOf)
    .filter((text) => text.name === name && text.element.checkVisibility())
  const { element } = texts.findLast((text) => text.line <= line) ?? texts[0] ?? {}
  const view = page.defaultView
  if (!element || !view) return
  element.style.outline = '3px solid var(--color-focus)'
  element.style.outlineOffset = '4px'
  const { top, height } = element.getBoundingClientRect()
  const isInView = top >= 0 && top + height <= view.innerHeight
  // Not scrollIntoView, which scrolls the editor too: on a telephone, away from the field.
  if (!isInView) view.scrollBy({ top: top - (view.innerHeight - height) / 2, behavior: 'instant' })
}
