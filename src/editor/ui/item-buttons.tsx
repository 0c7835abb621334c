import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import css from './editor.module.css'

type ItemButtonsProps = {
  index: number
  count: number
  /** The words of the buttons, in whose braces the item's name goes. */
  words: { up: string; down: string; remove: string }
  item: Record<string, string>
  /** What becomes of the list. */
  onChange: (change: (items: TextTree[]) => TextTree[]) => void
  /** Removing it from the list, unless something else has to be done. */
  onRemove?: () => void
}

/** Moves an item of a list, or removes it; the last one stays. */
export function ItemButtons({ index, count, words, item, onChange, onRemove }: ItemButtonsProps) {
  const move = (by: number) => () =>
    onChange((items) => items.toSpliced(index, 1).toSpliced(index + by, 0, items[index] as TextTree))
  const remove = onRemove ?? (() => onChange((items) => items.toSpliced(index, 1)))
  const buttons = [
    { word: words.up, isPossible: index > 0, act: move(-1), path: 'M8 14V3M3 7l5-5 5 5' },
    { word: words.down, isPossible: index < count - 1, act: move(1), path: 'M8 2v11M3 9l5 5 5-5' },
    { word: words.remove, isPossible: count > 1, act: remove, path: 'M3 3l10 10M13 3L3 13' },
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
