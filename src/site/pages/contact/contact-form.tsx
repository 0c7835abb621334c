import { type FormEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  checkMessage,
  contactEndpoint,
  type FormResult,
  fieldLimits,
  lengthOf,
  type MessageField,
  type MessageText,
  messageFields,
} from '../../../shared/contact/message-rules.ts'
import { interpolate } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import { Field, type FieldProps } from '../../components/field/field.tsx'
import css from './contact-form.module.css'
import type { Content } from './content.ts'
import { sendMessage } from './send-message.ts'

type Texts = Content['form']
type ErrorTexts = Partial<Record<MessageField, string>>
type FormState = { kind: 'idle' | 'sending' } | FormResult

/** The attributes of each field. */
const controls = {
  name: { type: 'text', dir: 'auto', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  message: { multiline: true, rows: 8, dir: 'auto' },
} satisfies Record<MessageField, Partial<FieldProps>>

type ContactFormProps = {
  texts: Texts
  language: Language
  /** What the message field contains until something is typed: questions to fill in. */
  draft: string
  /** The outcome of a message that was sent without JavaScript: the server renders the page with it. */
  result: FormResult | undefined
}

/** What was typed, kept while another page is shown, such as the privacy notice. */
let lastTyped: MessageText | undefined
let lastSubmission: { id: string; typed: string } | undefined

/**
 * The idempotency key of a filled form: a retry sends the same one, a changed message another. Without TLS browsers cannot
 * make one, and the server compares the texts.
 */
function submissionId(message: MessageText): string {
  const typed = JSON.stringify(message)
  if (lastSubmission?.typed !== typed) lastSubmission = { id: crypto.randomUUID?.(), typed }
  return lastSubmission.id
}

/**
 * The contact form. Its fields are uncontrolled, so what was typed before hydration or a change of language stays. Without
 * JavaScript it posts to the same address.
 */
export function ContactForm({ texts, language, draft, result }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const resultBox = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FormState>(result ?? { kind: 'idle' })
  const invalid = state.kind === 'invalid' ? state : undefined
  const isSending = state.kind === 'sending'

  // A draft follows the language, and is left behind with its page, unless something was written into it.
  useLayoutEffect(() => {
    const message = form.current?.elements.namedItem('message') as HTMLTextAreaElement
    if (!message.value) message.value = draft
    return () => {
      if (message.value === draft) message.value = ''
    }
  }, [draft])

  useLayoutEffect(() => {
    const { current } = form
    if (!current) return
    for (const field of messageFields)
      if (lastTyped?.[field]) Object.assign(current.elements.namedItem(field) as Element, { value: lastTyped[field] })
    return () => {
      lastTyped = readForm(current)
    }
  }, [])

  // Enter in a field also sends, when the end of the form may be out of view.
  useEffect(() => {
    if (state.kind === 'kept' || isFailed(state)) resultBox.current?.scrollIntoView({ block: 'nearest' })
  }, [state])

  // The summary takes the focus each time the form is invalid, and the title says so (GOV.UK, "Validation").
  useEffect(() => {
    if (invalid) summary.current?.focus()
  }, [invalid])
  useEffect(() => {
    if (!invalid) return
    // The title changes with the language, even if the prefix is the same word.
    const prefix = `${texts.error_prefix} `
    document.title = prefix + document.title
    return () => {
      document.title = document.title.replace(prefix, '')
    }
  }, [invalid, texts])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.current || isSending) return
    const typed = readForm(form.current)
    const checked = checkMessage(typed)
    if (checked.kind === 'invalid') return setState({ ...checked, typed })
    const id = submissionId(checked.message)
    setState({ kind: 'sending' })
    const outcome = await sendMessage({ ...typed, ...checked.message, id })
    // A visitor who has left the page can send the same again on coming back: its id makes it one message.
    if (!form.current) return
    setState({ ...outcome, typed })
    // Text typed while the message was being sent stays, because it was not sent.
    const now = readForm(form.current)
    if (outcome.kind !== 'kept' || messageFields.some((field) => now[field] !== typed[field])) return
    form.current.reset()
    lastSubmission = undefined
  }

  const errors = invalid ? describeErrors(texts, invalid) : {}
  // Hydrating a text area, React replaces what was typed by the default value: the browser gets its draft from the effect above.
  const initialDraft = typeof document === 'undefined' ? draft : undefined

  return (
    <form ref={form} className={css.form} method="post" action={contactEndpoint} noValidate onSubmit={submit}>
      {invalid && (
        <ErrorSummary ref={summary} title={texts.summary_title} errors={errors} autoFocus={result !== undefined} />
      )}
      <p>{texts.required}</p>
      {messageFields.map((field) => (
        <Field
          key={field}
          name={field}
          label={texts[field]}
          error={errors[field]}
          defaultValue={result?.typed[field] ?? (field === 'message' ? initialDraft : undefined)}
          required
          {...controls[field]}
          {...(field === 'message' && { hint: texts.message_hint })}
        />
      ))}
      <input type="hidden" name="language" value={language} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">{texts.trap}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" aria-disabled={isSending}>
        {isSending ? texts.sending : texts.send}
      </button>
      <Result ref={resultBox} texts={texts} state={state} autoFocus={result !== undefined && !invalid} />
    </form>
  )
}

const isFailed = ({ kind }: FormState) => kind === 'failed' || kind === 'too-many' || kind === 'unreadable'

type ResultProps = { ref: Ref<HTMLDivElement>; texts: Texts; state: FormState; autoFocus: boolean }

/** Always in the page, so that a screen reader notices when its words change. */
function Result({ ref, texts, state, autoFocus }: ResultProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the page is the form's answer.
    <div ref={ref} className={css.result} tabIndex={-1} autoFocus={autoFocus}>
      <p role="status">{state.kind === 'kept' && texts.success}</p>
      {state.kind === 'kept' && <p>{texts.success_help}</p>}
      <p role="alert">{isFailed(state) && texts.failure}</p>
      {state.kind === 'failed' && <p>{texts.failure_help}</p>}
      {'minutes' in state && <p>{interpolate(texts.errors.too_many, { minutes: state.minutes })}</p>}
      {state.kind === 'unreadable' && <p>{texts.unreadable_help}</p>}
    </div>
  )
}

type ErrorSummaryProps = { ref: Ref<HTMLElement>; title: string; errors: ErrorTexts; autoFocus: boolean }

function ErrorSummary({ ref, title, errors, autoFocus }: ErrorSummaryProps) {
  return (
    <section
      ref={ref}
      className={`links ${css.summary}`}
      aria-labelledby="error-summary"
      // The list is read with the title when it gets the focus. Orca would not read an alert at the same time.
      aria-describedby="error-list"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript the page is the form's answer.
      autoFocus={autoFocus}
    >
      <h2 id="error-summary">{title}</h2>
      <ul id="error-list">
        {Object.entries(errors).map(([field, error]) => (
          <li key={field}>
            <a href={`#${field}`}>{error}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeErrors(texts: Texts, { errors, typed }: Extract<FormResult, { kind: 'invalid' }>): ErrorTexts {
  const described: ErrorTexts = {}
  for (const field of messageFields) {
    const error = errors[field]
    const values = { limit: fieldLimits[field], length: lengthOf(typed[field]) }
    if (error) described[field] = interpolate(texts.errors[`${field}_${error}` as keyof Texts['errors']], values)
  }
  return described
}

const readForm = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as MessageText & { website: string; language: Language }
