import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import {
  checkMessage,
  type FieldErrors,
  fieldLimits,
  lengthOf,
  type Message,
  type MessageField,
  messageFields,
} from '../../../shared/contact/message-rules.ts'
import { interpolate } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { Field } from '../../components/field/field.tsx'
import css from './contact-form.module.css'
import { contactEndpoint, newSubmissionId, type SendOutcome, sendMessage } from './send-message.ts'

type Texts = PageContents['contact']['form']
type Refusal = { kind: 'refused'; errors: FieldErrors; typed: Message }
type FormState = { kind: 'idle' } | { kind: 'sending' } | Exclude<SendOutcome, { kind: 'refused' }> | Refusal

type ContactFormProps = { texts: Texts; language: Language }

/**
 * The contact form. Its fields are the browser's own, so what was typed before React woke, or before the language
 * changed, stays. Without script it posts to the same address.
 */
export function ContactForm({ texts, language }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const lastSubmission = useRef<{ id: string; typed: string }>(null)
  const [state, setState] = useState<FormState>({ kind: 'idle' })

  // The summary takes the focus each time the form is refused, and the title says so (GOV.UK, "Validation").
  useEffect(() => {
    if (state.kind !== 'refused') return
    summary.current?.focus()
    // All the texts change with the language, and the title with them, even where the prefix is the same word.
    const prefix = `${texts.error_prefix} `
    document.title = prefix + document.title
    return () => {
      document.title = document.title.replace(prefix, '')
    }
  }, [state, texts])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.current || state.kind === 'sending') return
    const typed = readForm(form.current)
    const checked = checkMessage(typed)
    if (checked.kind === 'refused') return setState({ ...checked, typed })
    setState({ kind: 'sending' })
    const outcome = await sendMessage({
      ...checked.message,
      id: submissionId(checked.message),
      language,
      website: typed.website,
    })
    setState(outcome.kind === 'refused' ? { ...outcome, typed } : outcome)
    if (outcome.kind !== 'kept') return
    lastSubmission.current = null
    form.current?.reset()
  }

  /** One id for one filled form: a retry keeps it, a changed message gets another. */
  function submissionId(message: Message): string {
    const typed = JSON.stringify(message)
    if (lastSubmission.current?.typed !== typed) lastSubmission.current = { id: newSubmissionId(), typed }
    return lastSubmission.current.id
  }

  const errorOf = (field: MessageField) => (state.kind === 'refused' ? wordError(texts, field, state) : undefined)

  return (
    <form ref={form} className={css.form} method="post" action={contactEndpoint} noValidate onSubmit={submit}>
      {state.kind === 'refused' && (
        <ErrorSummary
          ref={summary}
          title={texts.summary_title}
          errors={messageFields.map((field) => [field, errorOf(field)])}
        />
      )}
      <p>{texts.required}</p>
      <Field name="name" label={texts.name} error={errorOf('name')} autoComplete="name" />
      <Field
        name="email"
        label={texts.email}
        error={errorOf('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <Field
        multiline
        name="message"
        label={texts.message}
        hint={texts.message_hint}
        error={errorOf('message')}
        rows={8}
      />
      <input type="hidden" name="language" value={language} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">{texts.trap}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" aria-disabled={state.kind === 'sending'}>
        {state.kind === 'sending' ? texts.sending : texts.send}
      </button>
      <Result state={state} texts={texts} />
    </form>
  )
}

/** Always in the page, so that a screen reader notices when its words change. */
function Result({ state, texts }: { state: FormState; texts: Texts }) {
  const isFailed = state.kind === 'failed' || state.kind === 'too-many'
  return (
    <div className={css.result}>
      <p role="status">{state.kind === 'kept' && texts.success}</p>
      {state.kind === 'kept' && <p>{texts.success_help}</p>}
      <p role="alert">{isFailed && texts.failure}</p>
      {state.kind === 'failed' && <p>{texts.failure_help}</p>}
      {state.kind === 'too-many' && <p>{interpolate(texts.errors.too_many, { minutes: state.minutes })}</p>}
    </div>
  )
}

type ErrorSummaryProps = { ref: Ref<HTMLElement>; title: string; errors: [MessageField, string | undefined][] }

function ErrorSummary({ ref, title, errors }: ErrorSummaryProps) {
  return (
    <section ref={ref} className={css.summary} aria-labelledby="error-summary" tabIndex={-1}>
      <h2 id="error-summary">{title}</h2>
      <ul>
        {errors.map(
          ([field, words]) =>
            words && (
              <li key={field}>
                <a href={`#${field}`}>{words}</a>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

function wordError(texts: Texts, field: MessageField, { errors, typed }: Refusal): string | undefined {
  const error = errors[field]
  if (!error) return undefined
  const words = texts.errors[`${field}_${error}` as keyof Texts['errors']]
  return interpolate(words, { limit: fieldLimits[field], length: lengthOf(typed[field]) })
}

function readForm(form: HTMLFormElement): Message & { website: string } {
  const data = new FormData(form)
  const read = (name: string) => String(data.get(name) ?? '')
  return { name: read('name'), email: read('email'), message: read('message'), website: read('website') }
}
