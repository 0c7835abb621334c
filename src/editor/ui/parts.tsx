import { diffWordsWithSpace } from 'diff'
import type { TextTree } from '../../content/text-tree.ts'
import { interpolate } from '../../shared/interpolate.ts'
import type { EditorState } from '../api.ts'
import { groupOf, languageOfFile, pathOf, within } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'
import { choose, edit, go, useEditor } from './store.ts'

/** What several parts of the editor's page are made of. */

type ButtonProps = { word: string; short?: string; onClick: () => unknown }

/** A button that does something at once. @param short what it shows in place of its word, which screen readers say */
export const Button = ({ word, short, onClick }: ButtonProps) => (
  <button type="button" aria-label={short && word} title={short && word} onClick={() => void onClick()}>
    {short ?? word}
  </button>
)

/** What is wrong, in the language of the interface. @param id if it is at its field; elsewhere, each says what it is about */
export function Problems({ id, problems }: { id?: string; problems: EditorState['problems'] }) {
  const site = useSite()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={`${css.problems} ${css.wrong}`}>
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {!id && problem.name && <a href={`#${problem.name}`}>{site.breadcrumb(problem.name)}</a>}{' '}
          {problem.code === 'conflict' ? <Conflict name={problem.name} /> : site.message(problem)}
        </li>
      ))}
    </ul>
  )
}

/**
 * Moves an item of a list, or removes it; the last one stays. A source has no place to be moved to.
 * @param names the item in each of the files
 */
export function ItemButtons({ names, title }: { names: string[]; title: string }) {
  const site = useSite()
  const words = site.words.list
  const wordFor = (word: string) => interpolate(word, { item: title })
  const lists = names.map(groupOf)
  const list = site.treeOf(lists[0] ?? '')
  const [index, last] = Array.isArray(list) ? [Number(pathOf(names[0] ?? '').at(-1)), list.length - 1] : [0, 0]
  const move = async (by: number) => {
    await edit(lists, (was) => {
      const items = was as TextTree[]
      return items.toSpliced(index, 1).toSpliced(index + by, 0, items[index] ?? '')
    })
    go(within(lists[0] ?? '', index + by))
  }
  const remove = async () => {
    if (!confirm(wordFor(words.confirm))) return
    await edit(names, () => null)
    go(lists[0] ?? '')
  }
  return (
    <span className={css.inline}>
      {index > 0 && <Button word={wordFor(words.up)} short="↑" onClick={() => move(-1)} />}
      {index < last && <Button word={wordFor(words.down)} short="↓" onClick={() => move(1)} />}
      {(last > 0 || !Array.isArray(list)) && (
        <Button word={wordFor(words.remove)} short={words.remove_short} onClick={remove} />
      )}
    </span>
  )
}

type Trees = [before: TextTree | undefined, after: TextTree | undefined]
type VersionsProps = { name: string; labels: [string, string]; trees: Trees }

/** Two versions of a value or a group with the words for each; what differs is marked. */
export function Versions({ name, labels, trees: [before, after] }: VersionsProps) {
  const site = useSite()
  const parts = diffWordsWithSpace(site.displayText(name, before), site.displayText(name, after))
  const versions = [parts.filter(({ added }) => !added), parts.filter(({ removed }) => !removed)]
  return (
    <dl className={css.columns}>
      {versions.map((version, index) => (
        <div key={labels[index]}>
          <dt className="note">{labels[index]}</dt>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by keyboard too */}
          <dd lang={languageOfFile(name)} tabIndex={0}>
            {version.map(({ value, added, removed }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be there twice
              added || removed ? <mark key={at}>{value}</mark> : value,
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Both versions of what two have changed. */
function Conflict({ name }: { name: string }) {
  const site = useSite()
  const { conflict, problems } = site.words
  const mine = useEditor((snapshot) => snapshot.unsaved[name]?.value) ?? ''
  return (
    <div className={`${css.stack} ${css.conflict}`} role="alert">
      <strong>{problems.conflict}</strong>
      <Versions name={name} labels={[conflict.mine, conflict.theirs]} trees={[mine, site.treeOf(name)]} />
      <p className={css.inline}>
        <Button word={conflict.keep_mine} onClick={() => choose(name, true)} />
        <Button word={conflict.keep_theirs} onClick={() => choose(name, false)} />
      </p>
    </div>
  )
}
