import { insertTextIntoField, wrapFieldSelection } from 'text-field-edit'
import { fileOf, languageOfFile } from '../content-paths.ts'
import css from './editor.module.css'
import own from './field.module.css'
import { Button } from './parts.tsx'
import { useSite } from './site.ts'

/**
 * Buttons that write the few signs of running text. They type as a person does, so that the browser can undo it.
 * @param name that of the text
 */
export function Toolbar({ name }: { name: string }) {
  const site = useSite()
  const { toolbar: words } = site.words
  const sources = Object.entries((site.treeOf(`${fileOf(name)}#sources`) ?? {}) as Record<string, string>)
  const focusField = () => {
    const field = document.getElementById(name) as HTMLTextAreaElement
    field.focus()
    return field
  }
  /** Writes signs around what is selected. */
  const surround = (before: string, after: string) => wrapFieldSelection(focusField(), before, after)
  /** Writes a sign before each line of which something is selected. */
  const beginLines = (sign: string) => {
    const field = focusField()
    const { value, selectionStart, selectionEnd: end } = field
    const start = value.lastIndexOf('\n', selectionStart - 1) + 1
    field.setSelectionRange(start, end)
    insertTextIntoField(field, value.slice(start, end).replace(/^(?=.)/gm, sign) || sign)
  }
  const cite = (target: string) =>
    target.startsWith('page:') ? surround('[', `](${target})`) : surround('', `[^${target}]`)
  return (
    <fieldset className={`${css.inline} ${own.toolbar}`}>
      <legend className="visually-hidden">{words.label}</legend>
      <Button word={words.heading} onClick={() => beginLines('## ')} />
      <Button word={words.strong} onClick={() => surround('**', '**')} />
      <Button word={words.arabic} onClick={() => surround('*', '*')} />
      <Button word={words.list} onClick={() => beginLines('- ')} />
      <select aria-label={words.cite} value="" onChange={({ target }) => cite(target.value)}>
        <option value="">{words.cite}</option>
        <optgroup label={words.page}>
          {site.pages.map((page) => (
            <option key={page} value={`page:${page}`} label={site.title(page, languageOfFile(name))} />
          ))}
        </optgroup>
        <optgroup label={words.source} hidden={sources.length === 0}>
          {sources.map(([key, source]) => (
            <option key={key} value={key} label={String(source).slice(0, 60)} />
          ))}
        </optgroup>
      </select>
    </fieldset>
  )
}
