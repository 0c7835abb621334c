import { type AriaAttributes, useId, useState } from 'react'
import { languages } from '../../shared/languages.ts'
import { fileOf, languageOf, registerFile, unwritable } from '../content-paths.ts'
import css from './editor.module.css'
import { Conflict, Problems } from './parts.tsx'
import { isChoice, isMultiple, useSite } from './site.ts'
import { edit, type, useEditor } from './store.ts'
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
  const typed = useEditor((snapshot) => snapshot.typed[name])
  /** What was typed since the control has the focus: it stays as it is, whatever the file makes of it. */
  const [draft, setDraft] = useState<string>()
  const id = useId()
  const text = (site.treeOf(name) as string | undefined) ?? null
  const problems = site.state.problems.filter((problem) => problem.name === name)
  const isWrong = problems.length > 0
  const language = languageOf(name)
  const isMarked = site.isPlaceholder(name)
  const isBody = /[#.]body$/.test(name)
  const input = site.inputOf(name)
  const value = (typed?.value ?? text ?? '').replace(/\n+$/, '')

  /** What is written of it to the file, where a text of several lines ends with a line break. */
  const written = (typed: string) => {
    const words = typed.replace(/\n+$/, '').split(unwritable).join(' ')
    // Spaces around a cell are not read: what is written would differ from what is in the file.
    if (fileOf(name) === registerFile) return words.replaceAll('\n', ' ').trim()
    return isLong ? words + (text?.endsWith('\n') ? '\n' : '') : words.replaceAll('\n', ' ')
  }
  const follow = ({ currentTarget: field }: ControlEvent) => {
    // Of running text, the page shows the paragraph that the cursor is in.
    const before = isBody && 'rows' in field && field.value.slice(0, field.selectionStart)
    useEditor.setState({ current: { name, line: before ? before.split('\n').length : undefined } })
  }
  const described = {
    'aria-labelledby': language ? `${labelledBy} ${id}-language` : labelledBy,
    'aria-describedby': [describedBy, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': isWrong || undefined,
  }
  const control = {
    ...described,
    id: name,
    name,
    lang: language,
    dir: language && languages[language].direction,
    'data-placeholder': isMarked || undefined,
    className: css.control,
    value: draft ?? value,
    onChange: (event: ControlEvent) => {
      type(name, written(event.currentTarget.value), draft === undefined ? text : written(draft))
      setDraft(event.currentTarget.value)
      follow(event)
    },
    onFocus: follow,
    onBlur: () => setDraft(undefined),
  }
  const makeReal = async () => {
    await edit([name], (was) => was, true)
    // The button is gone.
    document.getElementById(name)?.focus()
  }
  return (
    <div className={css.value}>
      <div className={css.valueHead}>
        {language && (
          <span id={`${id}-language`} lang={language} className={css.language}>
            {site.languageName(language)}
          </span>
        )}
        {isMarked && (
          <>
            <span className={css.placeholder}>{site.words.placeholder.label}</span>
            <button type="button" onClick={() => void makeReal()}>
              {site.words.placeholder.real}
            </button>
          </>
        )}
      </div>
      {input === 'date' && <input type="date" {...control} value={isoDay(control.value)} />}
      {isChoice(input) && !isMultiple(input) && (
        <select {...control}>
          {Object.entries({ [value]: value, ...site.options(input) }).map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      )}
      {isMultiple(input) && (
        <Choices
          {...described}
          name={name}
          value={control.value}
          options={site.options(input)}
          onFocus={follow}
          onChoose={(keys) => type(name, keys, typed?.value ?? text)}
        />
      )}
      {isBody && <Toolbar name={name} />}
      {(!input || input === 'fixed') && (
        <textarea
          {...control}
          readOnly={input === 'fixed'}
          rows={isBody ? 12 : 1}
          spellCheck={language !== undefined}
          onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
          onSelect={(event) => isBody && follow(event)}
        />
      )}
      <Problems id={`${id}-error`} problems={problems} />
      <Conflict name={name} />
    </div>
  )
}

/** A day as spreadsheets write it, 12/03/2026, for the control of the browser. */
const isoDay = (day: string) =>
  day.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, date, month, year) =>
    [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
  )

type ChoicesProps = AriaAttributes & {
  name: string
  value: string
  options: Record<string, string>
  onFocus: (event: ControlEvent) => void
  onChoose: (keys: string) => void
}

/** Several keys, written with a space between them in the order in which they are offered. */
function Choices({ name, value, options, onFocus, onChoose, ...described }: ChoicesProps) {
  const chosen = value.split(/\s+/).filter(Boolean)
  const offered = { ...options, ...Object.fromEntries(chosen.map((key) => [key, options[key] ?? key])) }
  return (
    <fieldset className={css.choices} {...described}>
      {Object.entries(offered).map(([key, word], index) => (
        <label key={key}>
          <input
            type="checkbox"
            id={index === 0 ? name : undefined}
            name={name}
            value={key}
            checked={chosen.includes(key)}
            onFocus={onFocus}
            onChange={({ target }) =>
              onChoose(
                Object.keys(offered)
                  .filter((each) => (each === key ? target.checked : chosen.includes(each)))
                  .join(' '),
              )
            }
          />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
