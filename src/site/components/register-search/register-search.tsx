import type { ReactNode } from 'react'
import type { Search } from './content.ts'
import css from './register-search.module.css'

/** `children` come below the hint. */
type RegisterSearchProps = Search & { query?: string; children?: ReactNode }

/**
 * Asks for a certificate. A plain form: the browser sends it to the register's page, with or without JavaScript. Without any
 * words, that page lists them all.
 */
export function RegisterSearch({ label, hint, submit, action, query, children }: RegisterSearchProps) {
  return (
    <search>
      <form className={css.form} action={action}>
        <label htmlFor="q">{label}</label>
        <div className={css.row}>
          <input id="q" name="q" defaultValue={query} maxLength={100} aria-describedby="q-hint" spellCheck={false} />
          <button type="submit">{submit}</button>
        </div>
        <p id="q-hint" className="note">
          {hint}
        </p>
        {children}
      </form>
    </search>
  )
}
