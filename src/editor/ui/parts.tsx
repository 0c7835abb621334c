import { type ReactNode, useId } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import type { ProblemState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { between, labelOf, labelsOf, wordsOfFacts } from './labels.ts'
import { addressOf, languageOfFile, titleOfPart, type View, viewOf } from './views.ts'

/** What several parts of the editor's page are made of. */

export const viewTitleId = 'view-title'

/** What the middle of the editor is about. Whoever chose it in the list goes on from here. */
export const ViewTitle = ({ children }: { children: ReactNode }) => (
  <h2 id={viewTitleId} tabIndex={-1} className={css.viewTitle}>
    {children}
  </h2>
)

type LinkProps = {
  to?: View
  /** The value whose control is to have the cursor. */
  name?: string
  className?: string | undefined
  isCurrent?: boolean
  children: ReactNode
}

/** A link to a view, or to where a value is edited. */
export function Link({ name, to, className, isCurrent = false, children }: LinkProps) {
  const { state, go } = useContextOfEditor()
  const view = to ?? viewOf(state, name ?? '')
  return (
    <a
      href={addressOf(view)}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        go(view, name)
      }}
    >
      {children}
    </a>
  )
}

/** What a value is called: where it stands, its own name, and its language. */
export function useNames(): (name: string) => string {
  const { state, texts, interfaceLanguage } = useContextOfEditor()
  return (name) => {
    const [file = '', path = ''] = name.split('#')
    const language = state.languages.find((each) => each.language === languageOfFile(file))?.name
    // A group as a whole, such as a list, has no control and is called by its words alone.
    const label =
      labelsOf(state, file, texts, interfaceLanguage).get(path) ?? labelOf(path, wordsOfFacts(state, texts), texts)
    const place = titleOfPart(state, file, interfaceLanguage)
    return [place, path ? label : texts.changes.file, language].filter(Boolean).join(between)
  }
}

type ProblemsProps = {
  id?: string
  problems: ProblemState[]
  /** What is said before a problem, where it does not stand at its field. */
  placeOf?: (problem: ProblemState) => string
  /** What follows a problem. */
  after?: (problem: ProblemState) => ReactNode
}

/** What is to be mended, in words for whoever writes. */
export function Problems({ id, problems, placeOf, after }: ProblemsProps) {
  const { texts } = useContextOfEditor()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={css.problems}>
      {problems.map((problem) => {
        const message = interpolate(texts.problems[problem.code], problem.values ?? {})
        return (
          <li key={problem.name + message}>
            {placeOf ? interpolate(texts.told, { place: placeOf(problem), message }) : message} {after?.(problem)}
          </li>
        )
      })}
    </ul>
  )
}

/** Versions of a text under the words for each. */
export function Versions({ of, lang }: { of: [word: string, text: string][]; lang?: Language | undefined }) {
  return (
    <dl className={css.versions}>
      {of.map(([word, text]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd lang={lang}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: { value: Value; name: string; lang?: string }[]
  isDisabled?: boolean
  onChoose: (value: Value) => void
}

export function Choice<Value extends string>({ label, value, options, isDisabled, onChoose }: ChoiceProps<Value>) {
  return (
    <label className={css.choice}>
      {label}
      <select value={value} disabled={isDisabled} onChange={({ target }) => onChoose(target.value as Value)}>
        {options.map((each) => (
          <option key={each.value} value={each.value} lang={each.lang}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  )
}

type ItemButtonsProps = {
  list: string
  index: number
  count: number
  /** The words of the buttons, in whose braces the item's name goes. */
  words: { up: string; down: string; remove: string }
  item: Record<string, string>
  /** Shows signs in place of the words. */
  isSmall?: boolean
  onRemove: () => void
}

/** Moves an item of a list, or takes it away; the last one stays. */
export function ItemButtons({ list, index, count, words, item, isSmall = false, onRemove }: ItemButtonsProps) {
  const { send } = useContextOfEditor()
  const move = (to: number) => void send({ op: 'move item', list, from: index, to })
  const buttons = [
    { word: words.up, can: index > 0, act: () => move(index - 1), sign: 'M8 14V3M3 7l5-5 5 5' },
    { word: words.down, can: index < count - 1, act: () => move(index + 1), sign: 'M8 2v11M3 9l5 5 5-5' },
    { word: words.remove, can: count > 1, act: onRemove, sign: 'M3 3l10 10M13 3L3 13' },
  ]
  return buttons
    .filter(({ can }) => can)
    .map(({ word, act, sign }) => {
      const name = interpolate(word, item)
      return (
        <button key={word} type="button" className={css.quiet} aria-label={isSmall ? name : undefined} onClick={act}>
          {isSmall ? (
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={sign} />
            </svg>
          ) : (
            name
          )}
        </button>
      )
    })
}

/** One thing to edit under its name, with a note on it; what edits it is called by both. */
export function Row({ label, note, within, children }: RowProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={css.row}>
      <h3 id={id} className={css.rowLabel}>
        {label}
      </h3>
      {note && (
        <p id={noteId} className={css.note}>
          {note}
        </p>
      )}
      {children({ labelledBy: [within, id].filter(Boolean).join(' '), describedBy: note ? noteId : undefined })}
    </div>
  )
}

/** The ids of what a control is called and of the note about it, if there is one. */
export type ControlNames = { labelledBy: string; describedBy: string | undefined }

type RowProps = {
  label: string
  note: string
  /** The element that names what the row stands in: “Office 1” is said before “City”. */
  within?: string | undefined
  children: (names: ControlNames) => ReactNode
}
