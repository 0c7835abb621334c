import { type ReactNode, useMemo } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { ProblemState } from '../api.ts'
import css from './editor.module.css'
import { go, useLanguage, useState, useWords, viewTitleId } from './store.ts'
import { Names, type View, viewOf } from './views.ts'

/** What several parts of the editor's page are made of. */

export function useNames(): Names {
  const [state, language] = [useState(), useLanguage()]
  return useMemo(() => new Names(state, language), [state, language])
}

/** What the middle of the editor is about. Whoever chose it in the list goes on from here. */
export const ViewTitle = ({ children }: { children: ReactNode }) => (
  <h2 id={viewTitleId} tabIndex={-1} className={css.viewTitle}>
    {children}
  </h2>
)

type LinkProps = { to?: View; name?: string; className?: string | undefined; isCurrent?: boolean; children: ReactNode }

/** A link to a view, or to the control of a value. */
export function Link({ name, to, className, isCurrent = false, children }: LinkProps) {
  const state = useState()
  const view = to ?? viewOf(state, name ?? '')
  return (
    <a
      href={`#${view.kind}${view.key ? `/${view.key}` : ''}`}
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

type ProblemsProps = { id?: string; problems: ProblemState[]; before?: (problem: ProblemState) => ReactNode }

/** What is wrong, in the language of the interface. */
export function Problems({ id, problems, before }: ProblemsProps) {
  const language = useLanguage()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={css.problems}>
      {problems.map((problem) => (
        <li key={problem.name + problem.message[language]}>
          {before?.(problem)} {problem.message[language]}
        </li>
      ))}
    </ul>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: { value: Value; name: string; lang?: string }[]
  onChoose: (value: Value) => void
}

export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className={css.choice}>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value as Value)}>
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
  index: number
  count: number
  /** The words of the buttons, in whose braces the item's name goes. */
  words: { up: string; down: string; remove: string }
  item: Record<string, string>
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Moves an item of a list, or removes it; the last one stays. */
export function ItemButtons({ index, count, words, item, onMove, onRemove }: ItemButtonsProps) {
  const buttons = [
    { word: words.up, isPossible: index > 0, act: () => onMove(-1), path: 'M8 14V3M3 7l5-5 5 5' },
    { word: words.down, isPossible: index < count - 1, act: () => onMove(1), path: 'M8 2v11M3 9l5 5 5-5' },
    { word: words.remove, isPossible: count > 1, act: onRemove, path: 'M3 3l10 10M13 3L3 13' },
  ]
  return (
    <span className={css.itemButtons}>
      {buttons
        .filter(({ isPossible }) => isPossible)
        .map(({ word, act, path }) => (
          <button key={word} type="button" className={css.quiet} aria-label={interpolate(word, item)} onClick={act}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={path} />
            </svg>
          </button>
        ))}
    </span>
  )
}

type QuestionProps = { label: string; words: string; onYes: () => void; onNo: () => void }

/** Asks before something is lost. */
export function Question({ label, words, onYes, onNo }: QuestionProps) {
  const { yes, cancel } = useWords()
  return (
    <div className={css.ask} role="alertdialog" aria-label={label}>
      <p>{words}</p>
      <button type="button" onClick={onYes}>
        {yes}
      </button>
      <button type="button" className={css.quiet} onClick={onNo}>
        {cancel}
      </button>
    </div>
  )
}
