import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../../site/components/field/field.tsx'
import { fieldOf, valuesOf } from '../read-form.ts'
import type { Form, OfficeWords } from '../view.ts'

/** A form that is posted to its own page, with what was seen when it was shown, and what is wrong with it above. */
export function ActForm({
  form,
  words,
  children,
  ...attributes
}: { form: Form; words: OfficeWords; children: ReactNode } & ComponentProps<'form'>) {
  const { errors = {}, news = [] } = form.wrong ?? {}
  return (
    <form method="post" className="office-form" noValidate {...attributes}>
      {form.wrong && (
        <div role="alert" className="office-wrong">
          <p>
            <strong>{errors[''] ?? words.wrong.title}</strong>
          </p>
          <ul>
            {Object.entries(errors).flatMap(([name, error]) => (name ? <li key={name}>{error}</li> : []))}
            {news.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <input type="hidden" name="seen" value={form.seen} />
      {children}
    </form>
  )
}

type FormField = { name: string; form: Form; words: OfficeWords; hint?: string }

/** A field whose label is that of its name. */
export const TextField = ({
  name,
  form,
  words,
  hint,
  ...field
}: FormField & Partial<Omit<ComponentProps<typeof Field>, 'form' | 'name' | 'hint'>>) => (
  <Field
    name={name}
    label={words.fields[name as keyof OfficeWords['fields']]}
    defaultValue={fieldOf(form.fields, name)}
    error={form.wrong?.errors[name]}
    autoComplete="off"
    {...(hint && { hint })}
    {...field}
  />
)

/** One of several keys. */
export function Select({
  name,
  form,
  words,
  options,
  none,
}: FormField & { options: [string, string][]; none?: string }) {
  const error = form.wrong?.errors[name]
  return (
    <div>
      <label htmlFor={name}>{words.fields[name as keyof OfficeWords['fields']]}</label>
      {error && <p className="office-error">{error}</p>}
      <select id={name} name={name} defaultValue={fieldOf(form.fields, name)} aria-invalid={error ? true : undefined}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Several of several keys. @param legend what they are called; that of the name, if it is not given */
export function Ticks({
  name,
  form,
  words,
  options,
  legend,
}: FormField & { options: [string, string][]; legend?: string }) {
  const error = form.wrong?.errors[name]
  const chosen = valuesOf(form.fields, name)
  return (
    <fieldset className="office-ticks">
      <legend>{legend ?? words.fields[name as keyof OfficeWords['fields']]}</legend>
      {error && <p className="office-error">{error}</p>}
      {options.map(([key, label]) => (
        <label key={key}>
          <input type="checkbox" name={name} value={key} defaultChecked={chosen.includes(key)} /> {label}
        </label>
      ))}
    </fieldset>
  )
}

/** A button that says what it does. */
export const Act = ({
  act,
  children,
  isQuiet,
  ...attributes
}: { act: string; isQuiet?: boolean } & ComponentProps<'button'>) => (
  <button {...attributes} className={isQuiet ? 'quiet' : undefined} name="act" value={act}>
    {children}
  </button>
)
