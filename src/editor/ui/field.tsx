import { type ComponentProps, useId, useRef, useState } from 'react'
import { type Language, languages } from '../../shared/languages.ts'
import { fileOf, languageOf, unwritable } from '../content-paths.ts'
import css from './editor.module.css'
import { Conflict, Problems } from './parts.tsx'
import { useSite } from './site.ts'
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

/** One value: its control, what is wrong with it, and what somebody else made of it meanwhile. */
export function ValueField({ name, labelledBy, describedBy, isLong = false }: FieldProps) {
  const site = useSite()
  const { placeholder } = site.words
  const typed = useEditor((snapshot) => snapshot.typed[name])
  const id = useId()
  const text = (site.treeOf(name) as string | undefined) ?? null
  const problems = site.state.problems.filter((problem) => problem.name === name)
  const isWrong = problems.length > 0
  const language = languageOf(name)
  const isMarked = site.isPlaceholder(name)
  const input = site.inputOf(name)
  const options = input && input !== 'date' && site.options(input)
  const value = (typed?.value ?? text ?? '').replace(/\n+$/, '')
  const control = {
    id: name,
    name,
    lang: language,
    dir: language && languages[language].direction,
    'aria-labelledby': language ? `${labelledBy} ${id}-language` : labelledBy,
    'aria-describedby': [describedBy, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': isWrong || undefined,
    'data-placeholder': isMarked || undefined,
    className: css.control,
  }
  const choice = {
    ...control,
    value,
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value, text),
    onFocus: () => useEditor.setState({ current: { name } }),
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
            <span className={css.placeholder}>{placeholder.label}</span>
            <button type="button" onClick={() => void makeReal()}>
              {placeholder.real}
            </button>
          </>
        )}
      </div>
      {input === 'date' && <input type="date" {...choice} />}
      {options && (
        <select {...choice}>
          {Object.entries({ ...options, [value]: options[value] ?? value }).map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      )}
      {!input && <TextArea text={text} value={value} isLong={isLong} control={control} />}
      <Problems id={`${id}-error`} problems={problems} />
      <Conflict name={name} />
    </div>
  )
}

type TextAreaProps = {
  /** What is in the file. */
  text: string | null
  value: string
  isLong: boolean
  control: ComponentProps<'textarea'> & { name: string; lang: Language | undefined }
}

function TextArea({ text, value, isLong, control }: TextAreaProps) {
  const { name, lang: language } = control
  const area = useRef<HTMLTextAreaElement>(null)
  /** What was typed since the area has the focus: it stays as it is, whatever the file makes of it. */
  const [draft, setDraft] = useState<string>()
  const isBody = /[#.]body$/.test(name)
  /** What is written of it to the file, where a text of several lines ends with a line break. */
  const written = (typed: string) => {
    const words = typed.replace(/\n+$/, '').split(unwritable).join(' ')
    return isLong ? words + (text?.endsWith('\n') ? '\n' : '') : words.replaceAll('\n', ' ')
  }
  const follow = ({ value, selectionStart }: HTMLTextAreaElement) => {
    // Of running text, the page shows the paragraph that the cursor is in.
    const line = isBody ? value.slice(0, selectionStart).split('\n').length : undefined
    useEditor.setState({ current: { name, line } })
  }
  return (
    <>
      {isBody && language && <Toolbar area={area} file={fileOf(name)} language={language} />}
      <textarea
        ref={area}
        {...control}
        rows={isBody ? 12 : 1}
        spellCheck={language !== undefined}
        value={draft ?? value}
        onChange={({ currentTarget }) => {
          type(name, written(currentTarget.value), draft === undefined ? text : written(draft))
          setDraft(currentTarget.value)
          follow(currentTarget)
        }}
        onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
        onFocus={({ currentTarget }) => follow(currentTarget)}
        onSelect={({ currentTarget }) => isBody && follow(currentTarget)}
        onBlur={() => setDraft(undefined)}
      />
    </>
  )
}
