import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { homeAddress, type Language, notFoundAddress } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { fitOf, paragraphsOf } from './match-text.ts'
import { Choice } from './parts.tsx'
import type { FromPreview, ToPreview } from './preview-messages.ts'
import { fieldIn } from './use-editor.ts'
import { languageOfFile, sectionOf, type View, viewOf } from './views.ts'

/** In CSS pixels. A page that is wider than its place is drawn smaller. */
const widths = { phone: 390, tablet: 820, desktop: 1280 }
type Width = keyof typeof widths
type Scheme = 'light' | 'dark'

/** The real page made of the drafts. It follows what is edited, and a click on a text of it leads to its field. */
export function Preview({ current, caret }: { current: string | undefined; caret: number | undefined }) {
  const { state, texts, typed, view, go, interfaceLanguage } = useContextOfEditor()
  const [chosen, setChosen] = useState<Language>()
  const [width, setWidth] = useState<Width>('tablet')
  const [scheme, setScheme] = useState<Scheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const [isHidden, setIsHidden] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const language = languageOfFile(current ?? '') ?? chosen ?? interfaceLanguage
  const [lastAddress, setLastAddress] = useState(homeAddress(language))
  const address = addressFor(state, view, current, language)
  if (address && address !== lastAddress) setLastAddress(address)
  const source = `${state.preview}${lastAddress}`

  const value = current && (typed[current]?.value ?? fieldIn(state, current)?.value)
  const said = value && caret !== undefined ? paragraphAt(value, caret) : value
  const paragraphs = useMemo(
    () => (said ? paragraphsOf(said, state.facts[language] ?? {}) : []),
    [said, state.facts, language],
  )
  const place = useScaledFrame(frame, widths[width], `${source} ${isHidden}`)
  /** The page that can be told what is edited; each page that loads is another object, so that it is told too. */
  const [ready, setReady] = useState<{ source: string }>()
  useEffect(() => {
    const message: ToPreview = { paragraphs, scheme, revision: state.revision }
    if (ready?.source === source) frame.current?.contentWindow?.postMessage(message, state.preview)
  }, [ready, source, paragraphs, scheme, state.revision, state.preview])
  useEffect(() => {
    const onMessage = ({ source: from, data }: MessageEvent<FromPreview>) => {
      if (from !== frame.current?.contentWindow) return
      if (data.kind === 'ready') return setReady({ source })
      const name = fieldSaying(data.words, state, lastAddress, language)
      if (name) go(viewOf(state, name), name)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [source, state, lastAddress, language, go])

  if (isHidden)
    return (
      <button type="button" className={css.showPreview} onClick={() => setIsHidden(false)}>
        {texts.preview.show}
      </button>
    )
  return (
    <aside className={css.preview} aria-label={texts.regions.preview}>
      <div className={css.previewBar}>
        <Choice
          label={texts.preview.language}
          value={language}
          options={state.languages.map((each) => ({ value: each.language, name: each.name }))}
          isDisabled={Boolean(languageOfFile(current ?? ''))}
          onChoose={setChosen}
        />
        <Choice
          label={texts.preview.width}
          value={width}
          options={(['phone', 'tablet', 'desktop'] as const).map((value) => ({ value, name: texts.preview[value] }))}
          onChoose={setWidth}
        />
        <Choice
          label={texts.preview.scheme}
          value={scheme}
          options={(['light', 'dark'] as const).map((value) => ({ value, name: texts.preview[value] }))}
          onChoose={setScheme}
        />
        <button type="button" className={css.quiet} onClick={() => setIsHidden(true)}>
          {texts.preview.hide}
        </button>
      </div>
      <p className={css.note}>{address ? texts.preview.hint : texts.preview.not_yet}</p>
      <div ref={place} className={css.frame}>
        <iframe ref={frame} key={source} title={texts.regions.preview} name={scheme} src={source} />
      </div>
    </aside>
  )
}

/** The line of a text that a place in it is on: a paragraph, a heading, an item of a list. */
function paragraphAt(text: string, place: number): string {
  const end = text.indexOf('\n', place)
  return text.slice(text.lastIndexOf('\n', place - 1) + 1, end < 0 ? text.length : end)
}

/** Gives a frame the width of a device, made smaller where there is less room. */
function useScaledFrame(frame: RefObject<HTMLIFrameElement | null>, width: number, shown: string) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame comes with another page.
  useEffect(() => {
    const resize = () => {
      if (!place.current || !frame.current) return
      const { clientWidth, clientHeight } = place.current
      const scale = Math.min(1, clientWidth / width)
      Object.assign(frame.current.style, {
        inlineSize: `${width}px`,
        blockSize: `${clientHeight / scale}px`,
        transform: `scale(${scale})`,
        marginInlineStart: `${Math.max(0, (clientWidth - width) / 2)}px`,
      })
    }
    const observer = new ResizeObserver(resize)
    if (place.current) observer.observe(place.current)
    resize()
    return () => observer.disconnect()
  }, [frame, width, shown])
  return place
}

/** The page that shows what is being edited: that of the view, or the first that reads the text's file. */
function addressFor(
  state: EditorState,
  view: View,
  current: string | undefined,
  language: Language,
): string | undefined {
  const section = sectionOf(current?.split('#')[0] ?? '') || ('key' in view && view.kind === 'shared' ? view.key : '')
  if (section === 'errors') return notFoundAddress(language)
  if (view.kind === 'page') return state.pages.find(({ page }) => page === view.key)?.addresses?.[language]
  const page = state.pages.find(({ reads, addresses }) => addresses && reads.includes(section))
  return page?.addresses?.[language] ?? homeAddress(language)
}

/** The value that words of the page come from. */
function fieldSaying(words: string[], state: EditorState, address: string, language: Language): string | undefined {
  const reads = state.pages.find(({ addresses }) => addresses?.[language] === address)?.reads ?? []
  const fields = Object.entries(state.files)
    .filter(([file]) => (languageOfFile(file) ?? language) === language)
    .flatMap(([, { fields }]) => fields)
    .map(({ name, value }) => ({ name, paragraphs: paragraphsOf(value, state.facts[language] ?? {}) }))
  for (const fit of [3, 2])
    for (const each of words) {
      const found = fields.filter(({ paragraphs }) => fitOf(each, paragraphs) === fit)
      // Of the same words in several places, those of this page go first, and those for search engines last.
      const ofBody = found.filter(({ name }) => !/#(?:.*\.)?head\./.test(name))
      const best =
        ofBody.find(({ name }) => reads.includes(sectionOf(name.split('#')[0] ?? ''))) ?? ofBody[0] ?? found[0]
      if (best) return best.name
    }
  return undefined
}
