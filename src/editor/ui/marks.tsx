import type { RefObject } from 'react'
import type { Language } from '../../shared/languages.ts'
import { draftOf } from '../draft-files.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { sectionOf, titleOf } from './views.ts'

type MarksProps = { control: RefObject<HTMLTextAreaElement | null>; name: string; language: Language }

/** Buttons that write the few marks of running text where the cursor is, as they are in the file. */
export function Marks({ control, name, language }: MarksProps) {
  const { state, texts, type } = useContextOfEditor()
  const { marks } = texts
  const section = sectionOf(name.split('#')[0] ?? '')
  const sources = (state.files[draftOf(language, section)]?.fields ?? []).filter(({ path }) =>
    path.startsWith('sources.'),
  )

  const insert = (make: (selected: string) => string) => {
    const area = control.current
    if (!area) return
    const { selectionStart, selectionEnd, value } = area
    const words = make(value.slice(selectionStart, selectionEnd))
    area.focus()
    area.setRangeText(words, selectionStart, selectionEnd, 'end')
    type(name, area.value)
  }
  const around = (before: string, after = before) => insert((selected) => before + (selected || marks.sample) + after)
  const atLineStart = (sign: string) =>
    insert((selected) => {
      const { value, selectionStart } = control.current as HTMLTextAreaElement
      const isFirst = selectionStart === 0 || value[selectionStart - 1] === '\n'
      return `${isFirst ? '' : '\n\n'}${sign}${selected || marks.sample}`
    })

  return (
    <fieldset className={css.marks}>
      <legend className="visually-hidden">{marks.label}</legend>
      <button type="button" onClick={() => atLineStart('## ')}>
        {marks.heading}
      </button>
      <button type="button" onClick={() => around('**')}>
        {marks.strong}
      </button>
      <button type="button" onClick={() => around('*')}>
        {marks.arabic}
      </button>
      <button type="button" onClick={() => atLineStart('- ')}>
        {marks.list}
      </button>
      <select
        aria-label={marks.page}
        value=""
        onChange={({ target }) => {
          const page = target.value
          insert((selected) => `[${selected || marks.sample}](page:${page})`)
        }}
      >
        <option value="">{marks.page}</option>
        {state.pages.map((page) => (
          <option key={page.page} value={page.page}>
            {titleOf(state, page, language)}
          </option>
        ))}
      </select>
      {sources.length > 0 && (
        <select
          aria-label={marks.source}
          value=""
          onChange={({ target }) => {
            const source = target.value
            insert((selected) => `${selected}[^${source}]`)
          }}
        >
          <option value="">{marks.source}</option>
          {sources.map(({ path, value }) => (
            <option key={path} value={path.slice('sources.'.length)}>
              {value.slice(0, 60)}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}
