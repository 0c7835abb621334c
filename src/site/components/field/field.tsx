import type { ComponentProps } from 'react'
import css from './field.module.css'

export type FieldProps = {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  multiline?: boolean
} & ComponentProps<'input'> &
  Pick<ComponentProps<'textarea'>, 'rows'>

/** A labelled field with its hint and its error. Its id is its name, if no other is given, so that the error summary can link to it. */
export function Field({ name, id = name, label, hint, error, required, multiline, ...control }: FieldProps) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  // Only the types of their events differ, and no caller listens to them.
  const Control = (multiline ? 'textarea' : 'input') as 'input'
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
      <Control
        {...control}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        // Not the browser's own `required`: screen readers would call a field wrong before anything is typed.
        aria-required={required}
      />
    </div>
  )
}
