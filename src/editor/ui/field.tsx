import { memo, useEffect, useId, useRef } from 'react'
import type { Language } from '../../shared/languages.ts'
import type { Input } from '../api.ts'
import css from './editor.module.css'
import { Problems, useNames } from './parts.tsx'
import { fieldIn, flush, send, settle, show, type, useEditor, useState, useWords } from './store.ts'
import { Toolbar } from './toolbar.tsx'

type FieldProps = {
  /** `texts/es/hero.yml#title` */
  name: string
  labelledBy: string
  describedBy?: string | undefined
  /** The language of a text, which is shown above it. */
  language?: Language | undefined
  lang?: Language | undefined
  isLong?: boolean
}

/** One value: its control, what is wrong with it, and what somebody else made of it meanwhile. */
export const ValueField = memo(function ValueField({
  name,
  labelledBy,
  describedBy,
  language,
  lang,
  isLong = false,
}: FieldProps) {
  const field = useEditor(({ state }) => fieldIn(state, name))
  const typed = useEditor((snapshot) => snapshot.typed[name])
  const all = useEditor(({ state }) => state?.problems)
  const { languages } = useState()
  const words = useWords()
  const id = useId()
  const problems = all?.filter((problem) => problem.name === name) ?? []
  const own = languages.find((each) => each.language === language)
  const isWrong = problems.length > 0 || typed?.isInvalid === true
  const control = {
    id: name,
    name,
    lang,
    dir: languages.find((each) => each.language === lang)?.direction,
    'aria-labelledby': own ? `${labelledBy} ${id}-language` : labelledBy,
    'aria-describedby': [describedBy, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': isWrong || undefined,
    'data-placeholder': field?.isPlaceholder,
    className: css.control,
    onBlur: () => void flush(),
  }
  const value = (typed?.value ?? field?.value ?? '').replace(/\n+$/, '')
  return (
    <div className={css.value}>
      <div className={css.valueHead}>
        {own && (
          <span id={`${id}-language`} lang={own.language} className={css.language}>
            {own.name}
          </span>
        )}
        {!field && own && <span className={css.missing}>{words.missing}</span>}
        {field?.isPlaceholder && (
          <>
            <span className={css.placeholder}>{words.placeholder.label}</span>
            <button
              type="button"
              className={css.quiet}
              onClick={() => void send({ op: 'real', name, was: field.value })}
            >
              {words.placeholder.real}
            </button>
          </>
        )}
      </div>
      {field?.input === 'date' ? (
        <input type="date" {...control} value={value} onChange={({ target }) => type(name, target.value)} />
      ) : field?.input ? (
        <Options input={field.input} value={value} name={name} control={control} />
      ) : (
        <TextArea name={name} value={value} isLong={isLong} language={language} control={control} />
      )}
      {typed?.isInvalid && (
        <p id={problems.length > 0 ? undefined : `${id}-error`} className={css.problems}>
          {words.invalid}
        </p>
      )}
      <Problems id={`${id}-error`} problems={problems} />
      {typed?.theirs !== undefined && <Conflict name={name} mine={typed.value} theirs={typed.theirs} />}
    </div>
  )
})

type Control = { id: string; className: string | undefined; onBlur: () => void }
type OptionsProps = { input: Exclude<Input, 'date'>; name: string; value: string; control: Control }

function Options({ input, name, value, control }: OptionsProps) {
  const options = useNames().options(input)
  return (
    <select
      {...control}
      value={value}
      onChange={({ target }) => type(name, target.value)}
      onFocus={() => show({ current: { name } })}
    >
      {!(value in options) && <option value={value}>{value}</option>}
      {Object.entries(options).map(([code, word]) => (
        <option key={code} value={code}>
          {word}
        </option>
      ))}
    </select>
  )
}

type TextAreaProps = { name: string; value: string; isLong: boolean; language: Language | undefined; control: Control }

/** The browser keeps what is typed, and its undo: React writes into it only while it has not the focus. */
function TextArea({ name, value, isLong, language, control }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const isBody = /[#.]body$/.test(name)
  useEffect(() => {
    const { current } = area
    if (current && current !== document.activeElement && current.value !== value) current.value = value
  })
  const onEdit = () => {
    const previewLanguage = language && { previewLanguage: language }
    show({ current: { name, caret: isBody ? area.current?.selectionStart : undefined }, ...previewLanguage })
  }
  return (
    <>
      {isBody && language && <Toolbar area={area} name={name} language={language} />}
      <textarea
        ref={area}
        {...control}
        rows={isBody ? 12 : isLong ? 3 : 1}
        spellCheck={language !== undefined}
        defaultValue={value}
        onInput={({ currentTarget }) => {
          type(name, isLong ? currentTarget.value : currentTarget.value.replace(/\n/g, ' '))
          onEdit()
        }}
        onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
        onFocus={onEdit}
        // Of running text, the page shows the paragraph that the cursor is in.
        onSelect={() => isBody && onEdit()}
        onBlur={() => {
          if (area.current && !isLong) area.current.value = area.current.value.replace(/\n/g, ' ')
          control.onBlur()
        }}
      />
    </>
  )
}

/** Both versions of what two have changed. */
function Conflict({ name, mine, theirs }: { name: string; mine: string; theirs: string }) {
  const { conflict } = useWords()
  return (
    <div className={css.conflict} role="alert">
      <p>
        <strong>{conflict.title}</strong>
      </p>
      <Versions
        of={[
          [conflict.mine, mine],
          [conflict.theirs, theirs],
        ]}
      />
      <p className={css.actions}>
        <button type="button" onClick={() => settle(name, true)}>
          {conflict.keep_mine}
        </button>
        <button type="button" className={css.quiet} onClick={() => settle(name, false)}>
          {conflict.keep_theirs}
        </button>
      </p>
    </div>
  )
}

type VersionsProps = { of: [[word: string, text: string], [word: string, text: string]]; lang?: Language | undefined }

/** Two versions of a text under the words for each; what differs is marked. */
export function Versions({ of, lang }: VersionsProps) {
  const [one, other] = of.map(([, text]) => text.split(/(?<=\s)/)) as [string[], string[]]
  const isEqualTo = (step: number) => (word: string, index: number) =>
    word === other.at(step < 0 ? index - one.length : index)
  const start = one.findIndex((word, index) => !isEqualTo(1)(word, index))
  const same = start < 0 ? Math.min(one.length, other.length) : start
  const end = Math.min(one.length, other.length) - same
  let tail = 0
  while (tail < end && one.at(-1 - tail) === other.at(-1 - tail)) tail++
  return (
    <dl className={css.versions}>
      {of
        .filter(([, text]) => text)
        .map(([word, text]) => {
          const words = text.split(/(?<=\s)/)
          return (
            <div key={word}>
              <dt>{word}</dt>
              <dd lang={lang}>
                {words.slice(0, same).join('')}
                {words.length > same + tail && <mark>{words.slice(same, words.length - tail).join('')}</mark>}
                {words.slice(words.length - tail).join('')}
              </dd>
            </div>
          )
        })}
    </dl>
  )
}
