import type { ReactNode } from 'react'
import type { Problem } from '../../content/problem.ts'
import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { fileOf, languageOfFile, parsePath, pathOf, valueAt } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'
import { choose, edit, useEditor } from './store.ts'

/** What several parts of the editor's page are made of. */

type LanguageChoiceProps = { label: string; value: Language; onChoose: (language: Language) => void }

export function LanguageChoice({ label, value, onChoose }: LanguageChoiceProps) {
  const site = useSite()
  return (
    <label className={css.choice}>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value as Language)}>
        {allLanguages.map((language) => (
          <option key={language} value={language} lang={language}>
            {site.languageName(language)}
          </option>
        ))}
      </select>
    </label>
  )
}

type ProblemsProps = { id?: string; problems: Problem[]; before?: (name: string) => ReactNode }

/** What is wrong, in the language of the interface. */
export function Problems({ id, problems, before }: ProblemsProps) {
  const site = useSite()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={css.problems}>
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {before?.(site.nameOf(problem))} {site.message(problem)}
        </li>
      ))}
    </ul>
  )
}

type ItemButtonsProps = {
  /** The name of the list. */
  list: string
  index: number
  count: number
  /** What the item is called. */
  title: string
  /** Removes it, if it is not enough to take it out of the list. */
  onRemove?: () => void
}

/** Moves an item of a list, or removes it; the last one stays. */
export function ItemButtons({ list, index, count, title, onRemove }: ItemButtonsProps) {
  const { list: words } = useSite().words
  const change = (become: (items: TextTree[]) => TextTree[]) =>
    void edit([{ name: list, become: (was) => become(was as TextTree[]) }])
  const move = (by: number) => () =>
    change((items) => items.toSpliced(index, 1).toSpliced(index + by, 0, items[index] as TextTree))
  const remove = onRemove ?? (() => change((items) => items.toSpliced(index, 1)))
  const buttons = [
    { word: words.up, isPossible: index > 0, act: move(-1), sign: '↑' },
    { word: words.down, isPossible: index < count - 1, act: move(1), sign: '↓' },
    { word: words.remove, isPossible: count > 1, act: remove, sign: '×' },
  ]
  return (
    <span className={css.itemButtons}>
      {buttons
        .filter(({ isPossible }) => isPossible)
        .map(({ word, act, sign }) => (
          <button
            key={word}
            type="button"
            className={css.quiet}
            aria-label={interpolate(word, { item: title })}
            onClick={act}
          >
            {sign}
          </button>
        ))}
    </span>
  )
}

type Version = [label: string, text: string]

/** Two versions of a text under the words for each; what differs is marked. */
export function Versions({ before, after, lang }: { before: Version; after: Version; lang?: Language | undefined }) {
  const [one, other] = [before, after].map(([, text]) => text.split(/(?<=\s)/)) as [string[], string[]]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return (
    <dl className={css.versions}>
      {[before, after]
        .filter(([, text]) => text)
        .map(([label, text]) => {
          const words = text.split(/(?<=\s)/)
          const changed = words.slice(start, words.length - end).join('')
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd lang={lang}>
                {words.slice(0, start).join('')}
                {changed && <mark>{changed}</mark>}
                {words.slice(words.length - end).join('')}
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

/** Both versions of what two have changed. */
export function Conflict({ name }: { name: string }) {
  const site = useSite()
  const { conflict } = site.words
  const mine = useEditor((snapshot) => snapshot.typed[name])
  if (!mine?.isConflict) return null
  const theirs = String(valueAt(site.treeOf(fileOf(name)), parsePath(pathOf(name))) ?? '')
  return (
    <div className={css.conflict} role="alert">
      <p>
        <strong>{conflict.title}</strong>
      </p>
      <Versions before={[conflict.mine, mine.value]} after={[conflict.theirs, theirs]} lang={languageOfFile(name)} />
      <p className={css.actions}>
        <button type="button" onClick={() => choose(name, true)}>
          {conflict.keep_mine}
        </button>
        <button type="button" className={css.quiet} onClick={() => choose(name, false)}>
          {conflict.keep_theirs}
        </button>
      </p>
    </div>
  )
}
