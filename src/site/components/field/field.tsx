import type { ComponentProps } from 'react'
import css from './field.module.css'

export type FieldProps = {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  required?: boolean
} & (({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>))

/** A labelled field with its hint and its error. Its id is its name, so that the error summary can lead to it. */
export function Field({ name, label, hint, error, required, multiline, ...control }: FieldProps) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const shared = {
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': notes || undefined,
    // Not the browser's own `required`: screen readers would call a field wrong before anything is typed.
    'aria-required': required,
  }
  return (
    <div className={css.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className={css.error}>
          {error}
        </p>
      )}
      {multiline ? (
        <textarea {...(control as ComponentProps<'textarea'>)} {...shared} />
      ) : (
        <input {...(control as ComponentProps<'input'>)} {...shared} />
      )}
    </div>
  )
}
