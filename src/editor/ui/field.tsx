import { type RefObject, useId, useRef } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import type { FieldState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { Marks } from './marks.tsx'
import { type ControlNames, Problems, Versions } from './parts.tsx'
import { fieldIn, isContested } from './use-editor.ts'

type FieldProps = ControlNames & {
  /** What the editor calls the value: `texts/es/hero.yml#title`. */
  name: string
  field: FieldState | undefined
  /** The language of the text, where it is a text in one language. */
  language?: Language | undefined
  /** The language of a value that stands beside those of other languages by itself. */
  lang?: Language | undefined
  isLong: boolean
  isBody?: boolean
  limits?: { least: number; most: number; addition?: string } | undefined
}

/** In characters: from here on, whoever writes wants to know how much it is. */
const longSentence = 120

/** One value in one language: its control, what is wrong with it, and what somebody else made of it meanwhile. */
export function ValueField({
  name,
  field,
  language,
  lang = language,
  labelledBy,
  describedBy,
  isLong,
  isBody = false,
  limits,
}: FieldProps) {
  const { state, typed, texts, interfaceLanguage, type, flush, send, onEdit } = useContextOfEditor()
  const control = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const value = typed[name]?.value ?? field?.value.replace(/\n+$/, '') ?? ''
  const problems = state.problems.filter((problem) => problem.name === name)
  const own = state.languages.find((each) => each.language === language)
  const { direction } = state.languages.find((each) => each.language === lang) ?? {}
  const counted =
    limits &&
    [...interpolate(value, state.facts[language ?? interfaceLanguage] ?? {}), ...(limits.addition ?? '')].length
  const isOff = limits && counted !== undefined && (counted < limits.least || counted > limits.most)
  const isCounted = limits !== undefined || isBody || value.length > longSentence
  const notes = [describedBy, problems.length > 0 && `${id}-error`, isCounted && `${id}-count`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={css.value}>
      <div className={css.valueHead}>
        {own && (
          <span id={`${id}-language`} lang={own.language} className={css.language}>
            {own.name}
          </span>
        )}
        {!field && own && <span className={css.missing}>{texts.missing}</span>}
        {field?.isPlaceholder && (
          <>
            <span className={css.placeholder}>{texts.placeholder.label}</span>
            <button type="button" className={css.quiet} onClick={() => void send({ op: 'real', name })}>
              {texts.placeholder.real}
            </button>
          </>
        )}
      </div>
      {isBody && language && (
        <Marks control={control as RefObject<HTMLTextAreaElement>} name={name} language={language} />
      )}
      <textarea
        ref={control}
        id={name}
        name={name}
        rows={isBody ? 12 : isLong ? 3 : 1}
        lang={lang}
        dir={direction}
        value={value}
        aria-labelledby={own ? `${labelledBy} ${id}-language` : labelledBy}
        aria-describedby={notes || undefined}
        aria-invalid={problems.length > 0 || undefined}
        data-placeholder={field?.isPlaceholder || undefined}
        className={css.control}
        onChange={(event) => {
          type(name, isLong ? event.target.value : event.target.value.replace(/\n/g, ' '))
          onEdit(name, isBody ? event.target.selectionStart : undefined)
        }}
        onKeyDown={(event) => !isLong && event.key === 'Enter' && event.preventDefault()}
        onFocus={({ currentTarget }) => onEdit(name, isBody ? currentTarget.selectionStart : undefined)}
        // Of running text, the page shows the paragraph that the cursor is in.
        onSelect={({ currentTarget }) => isBody && onEdit(name, currentTarget.selectionStart)}
        onBlur={() => void flush()}
      />
      {isCounted && (
        <p id={`${id}-count`} className={isOff ? css.off : css.count}>
          {limits
            ? interpolate(texts.characters_of, { count: counted ?? 0, ...limits })
            : interpolate(texts.words, {
                count: value.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
              })}
        </p>
      )}
      <Problems id={`${id}-error`} problems={problems} />
      <ConflictNotice name={name} />
    </div>
  )
}

/** Both versions of what two have changed. */
export function ConflictNotice({ name }: { name: string }) {
  const { state, typed, texts, send, settle } = useContextOfEditor()
  const kept = state.conflicts.find((conflict) => conflict.name === name)
  const mine = typed[name]
  const unsent =
    mine && isContested(state, name, mine) ? { mine: mine.value, theirs: fieldIn(state, name)?.value ?? '' } : undefined
  const conflict = unsent ?? kept
  if (!conflict) return null
  const choose = (keep: 'mine' | 'theirs') =>
    unsent ? settle(name, keep === 'mine') : void send({ op: 'resolve', name, keep })
  const isFile = !name.includes('#')
  return (
    <div className={css.conflict} role="alert">
      <p>
        <strong>{isFile ? interpolate(texts.conflict.file, { name }) : texts.conflict.title}</strong>
      </p>
      <Versions
        of={[
          [texts.conflict.mine, conflict.mine],
          [texts.conflict.theirs, conflict.theirs],
        ]}
      />
      <p className={css.actions}>
        <button type="button" onClick={() => choose('mine')}>
          {texts.conflict.keep_mine}
        </button>
        <button type="button" className={css.quiet} onClick={() => choose('theirs')}>
          {texts.conflict.keep_theirs}
        </button>
      </p>
    </div>
  )
}
