import { useId, useState } from 'react'
import { languages } from '../../shared/languages.ts'
import { languageOfFile, unwritable } from '../content-paths.ts'
import css from './editor.module.css'
import own from './field.module.css'
import { Button, Problems } from './parts.tsx'
import { useSite } from './site.ts'
import { edit, go, onceReleased, persistTyped, useEditor } from './store.ts'
import { Toolbar } from './toolbar.tsx'

type FieldProps = {
  /** `texts/es/hero.yml#title` */
  name: string
  labelledBy: string
  describedBy?: string | undefined
  /** Whether it may have several lines. */
  isLong?: boolean
}

/** An event of a control, whichever it is. */
type ControlEvent = { currentTarget: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement }

/** One value: its control, what is wrong with it, and what somebody else made of it meanwhile. */
export function ValueField({ name, labelledBy, describedBy, isLong = false }: FieldProps) {
  const site = useSite()
  const unsaved = useEditor((snapshot) => snapshot.unsaved[name])
  /** What was typed since the control has the focus: it stays as it is, whatever the file makes of it. */
  const [draft, setDraft] = useState<string>()
  const id = useId()
  const text = (site.treeOf(name) as string | undefined) ?? null
  const problems = site.problems.filter((problem) => problem.name === name)
  const isWrong = problems.some(({ code }) => code !== 'conflict')
  const language = languageOfFile(name)
  const isMarked = site.isPlaceholder(name)
  const isBody = site.isRunning(name)
  const input = site.inputOf(name)
  const choices = site.choicesFor(name)
  const value = String(unsaved?.value ?? text ?? '').replace(/\n+$/, '')

  /** What is written of it to the file, where a text of several lines ends with a line break. */
  const written = (typed: string) => {
    const words = typed.replace(/\n+$/, '').split(unwritable).join(' ')
    return isLong ? words + (text?.endsWith('\n') ? '\n' : '') : words.replaceAll('\n', ' ')
  }
  // The button goes with the mark.
  const confirmReal = () => edit([name], (was) => was, true).then(() => go(name))
  const follow = ({ currentTarget: field }: ControlEvent) => {
    // Of running text, the page shows the paragraph that the cursor is in.
    const before = isBody && 'rows' in field ? field.value.slice(0, field.selectionStart) : ''
    useEditor.setState({ current: { name, line: before.split('\n').length } })
  }
  const control = {
    'aria-labelledby': language ? `${labelledBy} ${id}-language` : labelledBy,
    'aria-describedby': [describedBy, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': isWrong || undefined,
    id: name,
    name,
    lang: language,
    dir: language && languages[language].direction,
    'data-placeholder': isMarked || undefined,
    className: own.control,
    value: draft ?? value,
    onChange: ({ currentTarget: { value } }: ControlEvent) => {
      persistTyped(name, written(value), draft === undefined ? text : written(draft))
      setDraft(value)
    },
    onFocus: follow,
    onBlur: () => onceReleased(() => setDraft(undefined)),
  }
  return (
    <div className={own.value}>
      <div className={css.inline}>
        {language && (
          <span id={`${id}-language`} lang={language} className="note">
            {site.languageName(language)}
          </span>
        )}
        {isMarked && (
          <>
            <span className={`note ${css.badge}`}>{site.words.placeholder.label}</span>
            {value && <Button word={site.words.placeholder.real} onClick={confirmReal} />}
          </>
        )}
      </div>
      {input === 'date' && <input type="date" {...control} />}
      {choices && (
        <select {...control}>
          {[...new Set([...Object.keys(choices), value])].map((key) => (
            <option key={key} value={key}>
              {choices[key] ?? key}
            </option>
          ))}
        </select>
      )}
      {isBody && <Toolbar name={name} />}
      {input !== 'date' && !choices && (
        <textarea
          {...control}
          ref={keepUndo}
          rows={isBody ? 12 : 1}
          spellCheck={language !== undefined}
          onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
          onSelect={follow}
        />
      )}
      <Problems id={`${id}-error`} problems={problems} />
    </div>
  )
}

/**
 * React writes what is typed to the default value too, after which Chromium undoes one letter at a time instead of words: here
 * it writes to a property that means nothing.
 */
const keepUndo = (field: HTMLTextAreaElement | null) => {
  if (field) Object.defineProperty(field, 'defaultValue', { writable: true })
}
