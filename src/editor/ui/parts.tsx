import { diffWordsWithSpace } from 'diff'
import type { ReactNode } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import { groupOf, languageOfFile, pathOf, within, without } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'
import { choose, edit, useEditor } from './store.ts'

/** What several parts of the editor's page are made of. */

type ButtonProps = {
  /** What a screen reader says in place of the words on it. */
  label?: string
  isQuiet?: boolean
  onClick: () => void
  children: ReactNode
}

export function Button({ label, isQuiet = true, onClick, children }: ButtonProps) {
  return (
    <button type="button" className={isQuiet ? css.quiet : undefined} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

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

type ProblemsProps = { id?: string; problems: EditorState['problems']; before?: (name: string) => ReactNode }

/** What is wrong, in the language of the interface. */
export function Problems({ id, problems, before }: ProblemsProps) {
  const site = useSite()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={css.problems}>
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {before?.(problem.name)} {site.message(problem)}
        </li>
      ))}
    </ul>
  )
}

type ItemButtonsProps = {
  /** The name of the item in each of the files. */
  names: string[]
  /** What the item is called. */
  title: string
  /** Removes it, if it is not enough to take it out of the list. */
  onRemove?: () => void
}

/** Moves an item of a list, or removes it; the last one stays. A source of an article has no place to be moved to. */
export function ItemButtons({ names, title, onRemove }: ItemButtonsProps) {
  const site = useSite()
  const words = site.words.list
  const lists = names.map(groupOf)
  const list = site.treeOf(lists[0] ?? '')
  const step = pathOf(names[0] ?? '').at(-1) ?? ''
  const [index, last] = Array.isArray(list) ? [Number(step), list.length - 1] : [0, 0]
  const change = (become: (was: TextTree) => TextTree) =>
    edit(lists.map((name) => ({ name, become: (was) => become(was ?? {}) })))
  const move = (by: number) => async () => {
    await change((was) =>
      (without(was, index) as TextTree[]).toSpliced(index + by, 0, (was as TextTree[])[index] ?? ''),
    )
    // Whoever moves an item goes with it, as far as it can go.
    const buttons =
      document.getElementById(`${within(lists[0] ?? '', index + by)}-buttons`)?.querySelectorAll('button') ?? []
    buttons[by < 0 ? 0 : buttons.length - 2]?.focus()
  }
  const remove = () => {
    if (!confirm(interpolate(site.words.articles.confirm, { title }))) return
    if (onRemove) onRemove()
    else void change((was) => without(was, step))
  }
  const button = (word: string, sign: string, onClick: () => void) => (
    <Button label={interpolate(word, { item: title })} onClick={onClick}>
      {sign}
    </Button>
  )
  return (
    <span id={`${names[0]}-buttons`} className={css.itemButtons}>
      {index > 0 && button(words.up, '↑', move(-1))}
      {index < last && button(words.down, '↓', move(1))}
      {(last > 0 || !Array.isArray(list)) && button(words.remove, '×', remove)}
    </span>
  )
}

type VersionsProps = {
  /** The words for each version. */
  labels: [string, string]
  texts: [string, string]
  lang?: Language | undefined
}

/** Two versions of a text; what differs is marked. */
export function Versions({ labels, texts, lang }: VersionsProps) {
  const parts = diffWordsWithSpace(...texts)
  const versions = [parts.filter(({ added }) => !added), parts.filter(({ removed }) => !removed)]
  return (
    <dl className={css.versions}>
      {versions.map(
        (version, index) =>
          version.length > 0 && (
            <div key={labels[index]}>
              <dt>{labels[index]}</dt>
              <dd lang={lang}>
                {version.map(({ value, added, removed }, at) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be there twice
                  added || removed ? <mark key={at}>{value}</mark> : value,
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Both versions of what two have changed. */
export function Conflict({ name }: { name: string }) {
  const site = useSite()
  const { conflict } = site.words
  const mine = useEditor((snapshot) => snapshot.typed[name])
  if (!mine?.isConflict) return null
  const theirs = String(site.treeOf(name) ?? '')
  return (
    <div className={css.conflict} role="alert">
      <p>
        <strong>{conflict.title}</strong>
      </p>
      <Versions labels={[conflict.mine, conflict.theirs]} texts={[mine.value, theirs]} lang={languageOfFile(name)} />
      <p className={css.actions}>
        <Button isQuiet={false} onClick={() => choose(name, true)}>
          {conflict.keep_mine}
        </Button>
        <Button onClick={() => choose(name, false)}>{conflict.keep_theirs}</Button>
      </p>
    </div>
  )
}
