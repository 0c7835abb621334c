import type { RefObject } from 'react'
import type { Language } from '../../shared/languages.ts'
import { valueAt } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'

type ToolbarProps = { area: RefObject<HTMLTextAreaElement | null>; file: string; language: Language }

/** Buttons that write the few signs of running text. They type as a person does, so that the browser can undo it. */
export function Toolbar({ area, file, language }: ToolbarProps) {
  const site = useSite()
  const { toolbar: words } = site.words
  const sources = Object.entries((valueAt(site.treeOf(file), ['sources']) ?? {}) as Record<string, string>)
  const act = (change: (area: HTMLTextAreaElement) => void) => {
    area.current?.focus()
    if (area.current) change(area.current)
  }
  const buttons: [word: string, change: (area: HTMLTextAreaElement) => void][] = [
    [words.heading, (text) => toggleLines(text, '## ')],
    [words.strong, (text) => toggleAround(text, '**', words.sample)],
    [words.arabic, (text) => toggleAround(text, '*', words.sample)],
    [words.list, (text) => toggleLines(text, '- ')],
  ]
  const pages = site.pages.map((page): [string, string] => [page, site.page(page, language)])
  const selects: [word: string, options: [string, string][], mark: (selected: string, option: string) => string][] = [
    [words.page, pages, (selected, page) => `[${selected || words.sample}](page:${page})`],
    [words.source, sources, (selected, source) => `${selected}[^${source}]`],
  ]
  return (
    <fieldset className={css.toolbar}>
      <legend className="visually-hidden">{words.label}</legend>
      {buttons.map(([word, change]) => (
        <button key={word} type="button" onClick={() => act(change)}>
          {word}
        </button>
      ))}
      {selects
        .filter(([, options]) => options.length > 0)
        .map(([word, options, mark]) => (
          <select
            key={word}
            aria-label={word}
            value=""
            onChange={({ target }) =>
              act((text) => {
                const { selectionStart: start, selectionEnd: end, value } = text
                replace(text, start, end, mark(value.slice(start, end), target.value))
              })
            }
          >
            <option value="">{word}</option>
            {options.map(([option, name]) => (
              <option key={option} value={option}>
                {name.slice(0, 60)}
              </option>
            ))}
          </select>
        ))}
    </fieldset>
  )
}

/** Types a text over a part, and selects what was there, or all of the new text. */
function replace(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.setSelectionRange(start, end)
  // Deprecated, and the only way to change a field that the browser can undo.
  document.execCommand(text ? 'insertText' : 'delete', false, text)
}

/** Puts signs around the selection, or takes them away if they are there. */
function toggleAround(area: HTMLTextAreaElement, sign: string, sample: string): void {
  const { selectionStart: start, selectionEnd: end, value } = area
  const [before, after] = [/\**$/.exec(value.slice(0, start))?.[0].length, /^\**/.exec(value.slice(end))?.[0].length]
  // One or three stars: Arabic. Two or three: bold.
  const isAround = [before, after].every((count = 0) => (sign === '*' ? count % 2 === 1 : count >= 2))
  const { length } = sign
  const words = value.slice(start, end) || sample
  if (isAround) replace(area, start - length, end + length, words)
  else replace(area, start, end, sign + words + sign)
  const first = isAround ? start - length : start + length
  area.setSelectionRange(first, first + words.length)
}

/** Puts a sign before every selected line, or takes it away if every line has it. */
function toggleLines(area: HTMLTextAreaElement, sign: string): void {
  const { selectionStart, selectionEnd, value } = area
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', Math.max(selectionStart, selectionEnd - 1))
  const end = next < 0 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const isThere = lines.every((line) => !line.trim() || line.startsWith(sign))
  const changed = lines
    .map((line) => (line.trim() ? (isThere ? line.slice(sign.length) : sign + line) : line))
    .join('\n')
  replace(area, start, end, changed || sign)
  area.setSelectionRange(start, start + (changed || sign).length)
}
