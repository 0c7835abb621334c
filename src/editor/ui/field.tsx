import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { type Language, languages } from '../../shared/languages.ts'
import { fileOf, languageOfFile, parsePath, pathOf, valueAt } from '../content-paths.ts'
import css from './editor.module.css'
import { Conflict, Problems } from './parts.tsx'
import { isPlaceholder, useSite } from './site.ts'
import { edit, show, type, useEditor } from './store.ts'
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
  const { words, state } = site
  const typed = useEditor((snapshot) => snapshot.typed[name])
  const id = useId()
  const [file, path] = [fileOf(name), parsePath(pathOf(name))]
  const text = valueAt(site.treeOf(file), path) as string | undefined
  const problems = state.problems.filter((problem) => site.nameOf(problem) === name)
  const last = path.at(-1) ?? ''
  const language = languageOfFile(file) ?? (last in languages ? (last as Language) : undefined)
  const isMarked = isPlaceholder(state.files[file]?.now, path)
  const isWrong = problems.length > 0
  const input = site.inputOf(file, path)
  const options = input && input !== 'date' ? site.options(input) : undefined
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
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value, text ?? null),
    onFocus: () => show({ current: { name } }),
  }
  return (
    <div className={css.value}>
      <div className={css.valueHead}>
        {language && (
          <span id={`${id}-language`} lang={language} className={css.language}>
            {site.languageName(language)}
          </span>
        )}
        {text === undefined && language && <span className={css.missing}>{words.missing}</span>}
        {isMarked && text !== undefined && (
          <>
            <span className={css.placeholder}>{words.placeholder.label}</span>
            <button
              type="button"
              className={css.quiet}
              onClick={() => void edit([{ name, become: (was) => was, isReal: true }])}
            >
              {words.placeholder.real}
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
      {!input && <TextArea text={text ?? null} value={value} isLong={isLong} control={control} />}
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

/** The browser keeps what is typed, and its undo: React writes into it only while it has not the focus. */
function TextArea({ text, value, isLong, control }: TextAreaProps) {
  const { name, lang: language } = control
  const area = useRef<HTMLTextAreaElement>(null)
  /** What was in the file when the area last showed the same: another text that came since is not what is typed over. */
  const shown = useRef(text)
  const isBody = /[#.]body$/.test(name)
  useEffect(() => {
    const { current } = area
    if (!current) return
    if (current !== document.activeElement && current.value !== value) current.value = value
    if (current.value.replace(/\n+$/, '') === text?.replace(/\n+$/, '')) shown.current = text
  })
  const onEdit = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    // Of running text, the page shows the paragraph that the cursor is in.
    const line = isBody ? text.slice(0, selectionStart).split('\n').length : undefined
    show({ current: { name, line }, ...(language && { previewLanguage: language }) })
  }
  return (
    <>
      {isBody && language && <Toolbar area={area} file={fileOf(name)} language={language} />}
      <textarea
        ref={area}
        {...control}
        rows={isBody ? 12 : 1}
        spellCheck={language !== undefined}
        defaultValue={value}
        onInput={({ currentTarget }) => {
          const { value: typed } = currentTarget
          type(name, isLong ? typed : typed.replace(/\n/g, ' '), shown.current)
          onEdit(currentTarget)
        }}
        onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
        onFocus={({ currentTarget }) => onEdit(currentTarget)}
        onSelect={({ currentTarget }) => isBody && onEdit(currentTarget)}
      />
    </>
  )
}
