import type { RefObject } from 'react'
import type { Language } from '../../shared/languages.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'

type ToolbarProps = { area: RefObject<HTMLTextAreaElement | null>; file: string; language: Language }

/** Buttons that write the few signs of running text. They type as a person does, so that the browser can undo it. */
export function Toolbar({ area, file, language }: ToolbarProps) {
  const site = useSite()
  const { toolbar: words } = site.words
  const sources = Object.entries((site.treeOf(`${file}#sources`) ?? {}) as Record<string, string>)
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
  const pages = site.pages.map((page): [string, string] => [page, site.title(page, language)])
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

/** Types a text over a part, and selects it without the signs at both ends. */
function replace(area: HTMLTextAreaElement, start: number, end: number, text: string, signs = 0): void {
  area.setSelectionRange(start, end)
  // Deprecated, and the only way to change a field that the browser can undo.
  document.execCommand(text ? 'insertText' : 'delete', false, text)
  area.setSelectionRange(start + signs, start + text.length - signs)
}

/** Puts signs around the selection, or takes them away if they are there. */
function toggleAround(area: HTMLTextAreaElement, sign: string, sample: string): void {
  const { selectionStart, selectionEnd, value } = area
  const start = selectionStart - (/\**$/.exec(value.slice(0, selectionStart))?.[0].length ?? 0)
  const end = selectionEnd + (/^\**/.exec(value.slice(selectionEnd))?.[0].length ?? 0)
  const words = value.slice(start, end)
  const stars = /^\**/.exec(words)?.[0].length ?? 0
  // One or three stars: Arabic. Two or three: bold.
  const isThere = sign === '*' ? stars % 2 === 1 : stars >= 2
  const { length } = sign
  if (isThere) replace(area, start, end, words.slice(length, -length))
  else replace(area, start, end, sign + (words || sample) + sign, length)
}

/** Puts a sign before every selected line, or takes it away if every line has it. */
function toggleLines(area: HTMLTextAreaElement, sign: string): void {
  const { selectionStart, selectionEnd, value } = area
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', Math.max(selectionStart, selectionEnd - 1))
  const end = next < 0 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const isThere = lines.every((line) => !line.trim() || line.startsWith(sign))
  const toggle = (line: string) => (isThere ? line.slice(sign.length) : sign + line)
  const changed = lines.map((line) => (line.trim() ? toggle(line) : line)).join('\n')
  replace(area, start, end, changed || sign)
}
