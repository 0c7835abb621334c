import { type RefObject, useEffect, useState as useOwn, useRef } from 'react'
import type { EditorState } from '../api.ts'
import { fileOf, sectionOf } from '../content-paths.ts'
import css from './editor.module.css'
import { Choice } from './parts.tsx'
import { fieldIn, go, show, useEditor, useLanguage, useState, useWords } from './store.ts'
import { type View, viewOf } from './views.ts'

/** What the editor sends to a page of the preview: the value that is edited, the line of the cursor, what it is drawn from. */
export type ToPreview = { name: string; line: number | undefined; revision: number }

/** What a page of the preview sends to the editor. */
export type FromPreview = { kind: 'ready' } | { kind: 'picked'; name: string }

/** In CSS pixels. A page that is wider than its frame is drawn smaller. */
const widths = { phone: 390, tablet: 820, desktop: 1280 }

/** The real page made of the files. It follows what is edited, and a click on a text of it leads to its control. */
export function Preview() {
  const state = useState()
  const { preview: words, regions } = useWords()
  const view = useEditor((snapshot) => snapshot.view)
  const current = useEditor((snapshot) => snapshot.current)
  const drawn = useEditor((snapshot) => snapshot.drawn)
  const text = useEditor(({ typed }) => current && (typed[current.name]?.value ?? fieldIn(state, current.name)?.value))
  const interfaceLanguage = useLanguage()
  const language = useEditor(({ previewLanguage }) => previewLanguage) ?? interfaceLanguage
  const [width, setWidth] = useOwn<keyof typeof widths>('tablet')
  const [isHidden, setIsHidden] = useOwn(false)
  const [ready, setReady] = useOwn<object>()
  const frame = useRef<HTMLIFrameElement>(null)
  const page = pageFor(state, view, current?.name)
  const source = `${state.preview}/${language}/${page}`
  const line = current?.caret === undefined ? undefined : text?.slice(0, current.caret).split('\n').length
  const surface = useScaledFrame(frame, widths[width], `${source} ${isHidden}`)

  useEffect(() => {
    const message: ToPreview = { name: current?.name ?? '', line, revision: drawn }
    if (ready) frame.current?.contentWindow?.postMessage(message, state.preview)
  }, [ready, current?.name, line, drawn, state.preview])
  useEffect(() => {
    const onMessage = ({ source: from, data }: MessageEvent<FromPreview>) => {
      if (from !== frame.current?.contentWindow) return
      // Each page that loads gets another object, so that the effect above runs for it.
      if (data.kind === 'ready') setReady({})
      else go(viewOf(state, data.name), data.name)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [state])

  if (isHidden)
    return (
      <button type="button" className={css.showPreview} onClick={() => setIsHidden(false)}>
        {words.show}
      </button>
    )
  return (
    <aside className={css.preview} aria-label={regions.preview}>
      <div className={css.previewBar}>
        <Choice
          label={words.language}
          value={language}
          options={state.languages.map((each) => ({ value: each.language, name: each.name, lang: each.language }))}
          onChoose={(previewLanguage) => show({ previewLanguage })}
        />
        <Choice
          label={words.width}
          value={width}
          options={(['phone', 'tablet', 'desktop'] as const).map((value) => ({ value, name: words[value] }))}
          onChoose={setWidth}
        />
        <button type="button" className={css.quiet} onClick={() => setIsHidden(true)}>
          {words.hide}
        </button>
      </div>
      <p className={css.note}>{words.hint}</p>
      <div ref={surface} className={css.frame}>
        <iframe ref={frame} key={source} title={regions.preview} src={source} />
      </div>
    </aside>
  )
}

/** Gives a frame the width of a device, made smaller if there is less room. */
function useScaledFrame(frame: RefObject<HTMLIFrameElement | null>, width: number, shown: string) {
  const surface = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame comes with another page.
  useEffect(() => {
    const resize = () => {
      if (!surface.current || !frame.current) return
      const { clientWidth, clientHeight } = surface.current
      const scale = Math.min(1, clientWidth / width)
      Object.assign(frame.current.style, {
        inlineSize: `${width}px`,
        blockSize: `${clientHeight / scale}px`,
        transform: `scale(${scale})`,
        marginInlineStart: `${Math.max(0, (clientWidth - width) / 2)}px`,
      })
    }
    const observer = new ResizeObserver(resize)
    if (surface.current) observer.observe(surface.current)
    return () => observer.disconnect()
  }, [frame, width, shown])
  return surface
}

/** The page that shows what is being edited: that of the view, or the first that shows the text's file. */
function pageFor(state: EditorState, { kind, key = '' }: View, current: string | undefined): string {
  const section = sectionOf(fileOf(current ?? '')) || (kind === 'shared' ? key : '')
  if (section === 'errors') return 'not-found'
  if (kind === 'page') return key
  return state.pages.find(({ reads }) => reads.includes(section))?.page ?? 'home'
}
