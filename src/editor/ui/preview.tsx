import { Idiomorph } from 'idiomorph'
import pLimit from 'p-limit'
import { useEffect, useState } from 'react'
import { languageOfFile } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'
import { go, retryMs, type Snapshot, useEditor } from './store.ts'

const enqueue = pLimit(1)

/** The real page made of the files, in the language of what is edited. A click on a text of it leads to its control. */
/** @param screen which of the editor's parts a phone shows: it has no room for the others */
export function Preview({ screen }: { screen: string }) {
  const site = useSite()
  const { view, words } = site
  const current = useEditor((snapshot) => snapshot.current)
  const [page, setPage] = useState<Document>()
  const [isNarrow, setNarrow] = useState(false)
  // Or a page that shows its texts.
  const shown = site.pages.includes(view) ? view : ({ errors: 'not-found', article: site.articles[0] }[view] ?? 'home')
  const source = `${languageOfFile(current.name) ?? site.language}/${shown}`
  useEffect(() => {
    if (!page) return
    let drawn = 0
    const draw = (snapshot: Snapshot) => {
      const { revision } = snapshot.state
      // The server does one thing at a time: an edit that is under way comes first, and makes another page.
      if (revision === drawn || isSaving(snapshot)) return
      drawn = revision
      // Of what changes while the page is drawn, only the last is drawn after it.
      enqueue.clearQueue()
      void enqueue(() => drawAgain(page))
    }
    draw(useEditor.getState())
    // At once, not after the fields are drawn, of which there may be many.
    return useEditor.subscribe(draw)
  }, [page])
  useEffect(() => {
    if (page && screen) frameText(page, current)
  }, [page, current, screen])

  return (
    <aside className={css.preview} aria-label={words.regions.preview}>
      <p className="note">{words.hint}</p>
      <button type="button" className={css.width} aria-pressed={isNarrow} onClick={() => setNarrow(!isNarrow)}>
        {words.narrow}
      </button>
      <iframe
        key={source}
        className={`${css.frame} ${isNarrow ? css.narrow : ''}`}
        title={words.regions.preview}
        src={source}
        onLoad={({ currentTarget: frame }) => {
          if (frame.contentDocument) followClicks(frame.contentDocument)
          // The server is away, and its page cannot be read: nothing else would load it again.
          else setTimeout(() => frame.setAttribute('src', source), retryMs)
          setPage(frame.contentDocument ?? undefined)
        }}
      />
    </aside>
  )
}

/** Whether an edit is under way; one in conflict waits for somebody. */
const isSaving = ({ unsaved }: Snapshot) => Object.values(unsaved).some(({ isConflict }) => !isConflict)

/** A click goes to the editor and not to the page. */
function followClicks(page: Document): void {
  page.onsubmit = (event) => event.preventDefault()
  page.onclick = (event) => {
    event.preventDefault()
    const element = (event.target as Element).closest<HTMLElement>('[data-text]')
    const [text] = element ? textsOf(element) : []
    if (text) go(text.name)
  }
}

/** Replaces what differs in the page as it is rendered now, so that scrolling and pictures stay. */
async function drawAgain(page: Document): Promise<void> {
  // By the editor's own window: what the page's window has asked for may never settle once another page is in its place.
  const answer = await fetch(page.URL).catch(() => undefined)
  // The server may end in the middle of its answer.
  const html = answer?.ok && (await answer.text().catch(() => undefined))
  const { defaultView: view } = page
  if (!html || !view) return
  // In the page's own window, whose policy allows its styles.
  const next = new view.DOMParser().parseFromString(html, 'text/html')
  Idiomorph.morph(page.body, next.body)
  frameText(page, useEditor.getState().current)
}

/** The names of the texts of an element, and the line of a running text in which the element begins. */
const textsOf = (element: HTMLElement) =>
  (element.dataset.text ?? '').split(' ').map((text) => {
    const [name = '', line = 0] = text.split(':')
    return { name, line: Number(line), element }
  })

/** Frames a text, or the part of a running text that a line is in, and brings it into view. */
function frameText(page: Document, { name, line }: Snapshot['current']): void {
  page.querySelector('[style]')?.removeAttribute('style')
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
