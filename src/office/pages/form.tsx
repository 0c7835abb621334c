import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import type { LineEntry } from '../../register/acts.ts'
import { columnsOf } from '../../register/columns.ts'
import { tableOf } from '../../register/entries.ts'
import { countryCodes } from '../../shared/country-codes.ts'
import { countriesByName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { Field } from '../../site/components/field/field.tsx'
import { formFields, typedDay } from '../read-form.ts'
import { type Form, fieldOf, type Scene, valuesOf } from '../scene.ts'

const SceneContext = createContext({} as Scene)
export const WithScene = SceneContext.Provider
export const useScene = () => useContext(SceneContext)

/** @property id tells forms of one page with the same fields apart */
const FormContext = createContext<Form & { id: string }>({ fields: {}, seen: 0, id: '' })

/** A form as nobody has filled it in. */
export const blank = ({ seen }: Form): Form => ({ fields: {}, seen })

/** A form that is posted to its own page, with what was seen when it was shown, and what is wrong with it above. */
export function ActForm({ form, id = '', children, ...attributes }: { form: Form } & ComponentProps<'form'>) {
  const { words } = useScene()
  const { errors = {}, news = [] } = form.wrong ?? {}
  const labels: Record<string, string> = words.fields
  return (
    <FormContext value={{ ...form, id }}>
      <form method="post" className="office-form" noValidate {...attributes}>
        {form.wrong && (
          <div role="alert" className="office-wrong">
            <p>
              <strong>{errors[''] ?? words.wrong.title}</strong>
            </p>
            <ul>
              {Object.entries(errors).flatMap(([name, error]) =>
                name ? (
                  <li key={name}>
                    <a href={`#${id}${name}`}>
                      {labels[name] ? interpolate(words.named, { label: labels[name], value: error }) : error}
                    </a>
                  </li>
                ) : (
                  []
                ),
              )}
              {news.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        <input type="hidden" name="seen" value={form.seen} />
        {children}
      </form>
    </FormContext>
  )
}

/** A field of the form around it: its words follow from its name; what was typed, and what is wrong. */
function useField(name: string) {
  const { words, today } = useScene()
  const { id, ...form } = useContext(FormContext)
  const texts: Record<string, string> = words.fields
  const hint = texts[`${name}_hint`]
  return {
    id: id + name,
    name,
    label: texts[name] ?? '',
    hint: hint && interpolate(hint, { example: typedDay(today) }),
    defaultValue: fieldOf(form.fields, name),
    chosen: valuesOf(form.fields, name),
    error: form.wrong?.errors[name],
  }
}

/** What is wrong with a control, and what it needs to say so. */
const wrongWith = (id: string, error: string | undefined) => ({
  note: error && (
    <p id={`${id}-error`} className="office-error">
      {error}
    </p>
  ),
  attributes: error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {},
})

type Named = { name: string }

export function TextField({ name, ...others }: Named & Partial<ComponentProps<typeof Field>>) {
  const { chosen: _, hint, ...field } = useField(name)
  return <Field autoComplete="off" {...field} {...(hint && { hint })} {...others} />
}

type Options = [key: string, label: string][]

/** One of several keys. @param none what is chosen if none of them is */
function Select({ name, options, none }: Named & { options: Options; none: string | false | undefined }) {
  const { id, label, defaultValue, error } = useField(name)
  const { note, attributes } = wrongWith(id, error)
  return (
    <div className="office-field">
      <label htmlFor={id}>{label}</label>
      {note}
      <select id={id} name={name} defaultValue={defaultValue} {...attributes}>
        {none && <option value="">{none}</option>}
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Several of several keys. */
function Ticks({ name, options }: Named & { options: Options }) {
  const field = useField(name)
  const { note, attributes } = wrongWith(field.id, field.error)
  return (
    <fieldset id={field.id} className="office-ticks" {...attributes}>
      <legend>{field.label}</legend>
      {note}
      {options.map(([key, words]) => (
        <label key={key}>
          <input type="checkbox" name={name} value={key} defaultChecked={field.chosen.includes(key)} /> {words}
        </label>
      ))}
    </fieldset>
  )
}

/** One thing that is so, or is not. */
export function Tick({ name }: Named) {
  const { id, label, defaultValue, error } = useField(name)
  const { note, attributes } = wrongWith(id, error)
  return (
    <div>
      <label className="office-tick">
        <input type="checkbox" id={id} name={name} value="yes" defaultChecked={defaultValue !== ''} {...attributes} />{' '}
        {label}
      </label>
      {note}
    </div>
  )
}

/** What the cells of some columns are chosen from. Spain and France stand first: most plants are there. */
function choicesFor({ site, words, language }: Scene): Record<string, Options> {
  const { covers, reasons } = site.register.pages[language].content
  const countries = Object.entries(countriesByName(countryCodes, language))
  const near = countries.filter(([code]) => code === 'ES' || code === 'FR')
  return {
    country: [...near, ...countries.filter((each) => !near.includes(each))],
    covers: Object.entries(covers),
    reason: Object.entries(reasons),
    decision: Object.entries(words.outcomes),
  }
}

/**
 * The fields of the form with which an entry is made, in the order of the columns: label, hint and what is chosen from follow from the
 * column's name.
 * @param kinds all that the form can make, of one table
 * @param batches those that are offered to be named
 */
export function LineFields({ kinds, batches = [] }: { kinds: LineEntry['entry'][]; batches?: string[] }) {
  const scene = useScene()
  const choices = choicesFor(scene)
  const asked = new Set(kinds.flatMap(formFields))
  return columnsOf(tableOf({ entry: kinds[0] } as LineEntry)).flatMap(([name, { isOptional }]): ReactNode[] => {
    const options = choices[name]
    if (!asked.has(name)) return []
    if (name === 'covers') return [<Ticks key={name} name={name} options={options ?? []} />]
    if (options)
      return [<Select key={name} name={name} options={options} none={isOptional && scene.words.fields.none} />]
    const known = name === 'batches' ? batches.map((each): [string, string] => [each, each]) : []
    return [
      known.length > 0 && <Ticks key={`${name}_known`} name={`${name}_known`} options={known} />,
      <TextField key={name} name={name} />,
    ]
  })
}

/** A button that says what it does. */
export const Act = ({ act, isQuiet, ...attributes }: { act: string; isQuiet?: boolean } & ComponentProps<'button'>) => (
  <button {...attributes} className={isQuiet ? 'quiet' : undefined} name="act" value={act} />
)

/** A list of what there is, or a sentence if there is nothing. */
export const Items = ({
  none,
  children,
  ...attributes
}: { none: string; children: ReactNode[] } & ComponentProps<'ul'>) =>
  children.length > 0 ? <ul {...attributes}>{children}</ul> : <p>{none}</p>
