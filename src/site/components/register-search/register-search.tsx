import type { ReactNode } from 'react'
import css from './register-search.module.css'

type RegisterSearchProps = {
  label: string
  hint: string
  submit: string
  action: string
  query?: string
  /** Nothing need be typed: the register then lists what is chosen. */
  isOptional?: boolean
  /** What comes directly below the field. */
  children?: ReactNode
}

/** Asks for a certificate. A plain form: the browser sends it to the register's page, with or without JavaScript. */
export function RegisterSearch({
  label,
  hint,
  submit,
  action,
  query = '',
  isOptional = false,
  children,
}: RegisterSearchProps) {
  return (
    <search>
      <form className={css.form} action={action} key={query}>
        <label htmlFor="q">{label}</label>
        <div className={css.row}>
          <input
            id="q"
            name="q"
            defaultValue={query}
            required={!isOptional}
            maxLength={100}
            aria-describedby="q-hint"
            spellCheck={false}
          />
          <button type="submit">{submit}</button>
        </div>
        {children}
        <p id="q-hint" className="note">
          {hint}
        </p>
      </form>
    </search>
  )
}
