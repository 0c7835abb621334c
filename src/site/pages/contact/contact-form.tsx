import { type FormEvent, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FormAnswer, FormOutcome } from '../../../shared/contact/form-answer.ts'
import {
  checkMessage,
  contactEndpoint,
  fieldLimits,
  lengthOf,
  type MessageField,
  type MessageText,
  messageFields,
} from '../../../shared/contact/message-rules.ts'
import { interpolate } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { Field } from '../../components/field/field.tsx'
import css from './contact-form.module.css'
import { sendMessage } from './send-message.ts'

type Texts = PageContents['contact']['form']
type FormState = 'idle' | 'sending' | FormAnswer

type ContactFormProps = {
  texts: Texts
  language: Language
  /** What became of a message that was sent without script: the server draws the page with it. */
  answer: FormAnswer | undefined
}

/** What was typed outlives the form: who reads the privacy notice in between finds it again on coming back. */
let lastTyped: MessageText | undefined
let lastSubmission: { id: string; typed: string } | undefined
/** So does the message on its way: who comes back is told what became of it. */
let lastSending: Promise<FormAnswer> | undefined

/**
 * One id for one filled form: a retry keeps it, a changed message gets another. Without TLS browsers make none, and the server
 * goes by the words.
 */
function submissionId(message: MessageText): string {
  const typed = JSON.stringify(message)
  if (lastSubmission?.typed !== typed) lastSubmission = { id: crypto.randomUUID?.(), typed }
  return lastSubmission.id
}

/**
 * The contact form. Its fields are the browser's own, so what was typed before React had hydrated the page, or before the
 * language changed, stays. Without script it posts to the same address.
 */
export function ContactForm({ texts, language, answer }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FormState>(answer ?? 'idle')
  const answered = typeof state === 'object' ? state : undefined
  const refusal = answered?.outcome.kind === 'invalid' ? answered : undefined

  const follow = useCallback(async (sending: Promise<FormAnswer>) => {
    setState('sending')
    const answer = await sending
    // Who has left meanwhile is told on coming back.
    if (!form.current) return
    lastSending = undefined
    setState(answer)
    if (answer.outcome.kind !== 'kept') return
    // What was written while the message was on its way is not sent, so it stays.
    if (JSON.stringify(readForm(form.current)) !== JSON.stringify(answer.typed)) return
    form.current.reset()
    lastSubmission = undefined
  }, [])

  useLayoutEffect(() => {
    const { current } = form
    if (!current) return
    if (lastTyped) for (const field of messageFields) fieldOf(current, field).value = lastTyped[field]
    if (lastSending) void follow(lastSending)
    return () => {
      lastTyped = readForm(current)
    }
  }, [follow])

  // A field's Enter sends too, with the end of the form out of sight.
  useEffect(() => {
    if (answered && !refusal) result.current?.scrollIntoView({ block: 'nearest' })
  }, [answered, refusal])

  // The summary takes the focus each time the form is refused, and the title says so (GOV.UK, "Validation").
  useEffect(() => {
    if (!refusal) return
    summary.current?.focus()
    // All the texts change with the language, and the title with them, even where the prefix is the same word.
    const prefix = `${texts.error_prefix} `
    document.title = prefix + document.title
    return () => {
      document.title = document.title.replace(prefix, '')
    }
  }, [refusal, texts])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.current || state === 'sending') return
    const typed = readForm(form.current)
    const checked = checkMessage(typed)
    if (checked.kind === 'invalid') return setState({ outcome: checked, typed })
    const id = submissionId(checked.message)
    const submission = { ...checked.message, id, language, website: typed.website }
    lastSending = sendMessage(submission).then((outcome) => ({ outcome, typed }))
    await follow(lastSending)
  }

  const errorOf = (field: MessageField) => refusal && wordError(texts, field, refusal)

  return (
    <form ref={form} className={css.form} method="post" action={contactEndpoint} noValidate onSubmit={submit}>
      {refusal && (
        <ErrorSummary
          ref={summary}
          title={texts.summary_title}
          errors={messageFields.map((field) => [field, errorOf(field)])}
          autoFocus={answer !== undefined}
        />
      )}
      <p>{texts.required}</p>
      <Field
        name="name"
        label={texts.name}
        error={errorOf('name')}
        required
        type="text"
        dir="auto"
        autoComplete="name"
        defaultValue={answer?.typed.name}
      />
      <Field
        name="email"
        label={texts.email}
        error={errorOf('email')}
        required
        type="email"
        autoComplete="email"
        defaultValue={answer?.typed.email}
        spellCheck={false}
      />
      <Field
        multiline
        name="message"
        label={texts.message}
        hint={texts.message_hint}
        error={errorOf('message')}
        required
        rows={8}
        dir="auto"
        defaultValue={answer?.typed.message}
      />
      <input type="hidden" name="language" value={language} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">{texts.trap}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" aria-disabled={state === 'sending'}>
        {state === 'sending' ? texts.sending : texts.send}
      </button>
      <Result ref={result} texts={texts} outcome={answered?.outcome} autoFocus={answer !== undefined && !refusal} />
    </form>
  )
}

type ResultProps = { ref: Ref<HTMLDivElement>; texts: Texts; outcome: FormOutcome | undefined; autoFocus: boolean }

/** Always in the page, so that a screen reader notices when its words change. */
function Result({ ref, texts, outcome, autoFocus }: ResultProps) {
  const isFailed = outcome?.kind === 'failed' || outcome?.kind === 'too-many' || outcome?.kind === 'unreadable'
  return (
    // biome-ignore lint/a11y/noAutofocus: without script the page is the form's answer, and this is what it has to say.
    <div ref={ref} className={css.result} tabIndex={-1} autoFocus={autoFocus}>
      <p role="status">{outcome?.kind === 'kept' && texts.success}</p>
      {outcome?.kind === 'kept' && <p>{texts.success_help}</p>}
      <p role="alert">{isFailed && texts.failure}</p>
      {outcome?.kind === 'failed' && <p>{texts.failure_help}</p>}
      {outcome && 'minutes' in outcome && <p>{interpolate(texts.errors.too_many, { minutes: outcome.minutes })}</p>}
      {outcome?.kind === 'unreadable' && <p>{texts.unreadable_help}</p>}
    </div>
  )
}

type ErrorSummaryProps = {
  ref: Ref<HTMLElement>
  title: string
  errors: [MessageField, string | undefined][]
  autoFocus: boolean
}

function ErrorSummary({ ref, title, errors, autoFocus }: ErrorSummaryProps) {
  return (
    <section
      ref={ref}
      className={css.summary}
      aria-labelledby="error-summary"
      // The list is read with the title when the focus comes. Orca would not read an alert that comes at the same time.
      aria-describedby="error-list"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script the page is the form's answer, and this is what it has to say.
      autoFocus={autoFocus}
    >
      <h2 id="error-summary">{title}</h2>
      <ul id="error-list">
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

function wordError(texts: Texts, field: MessageField, { outcome, typed }: FormAnswer): string | undefined {
  const error = outcome.kind === 'invalid' && outcome.errors[field]
  if (!error) return undefined
  const words = texts.errors[`${field}_${error}` as keyof Texts['errors']]
  return interpolate(words, { limit: fieldLimits[field], length: lengthOf(typed[field]) })
}

const fieldOf = (form: HTMLFormElement, field: MessageField) =>
  form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement

function readForm(form: HTMLFormElement): MessageText & { website: string } {
  const data = new FormData(form)
  const read = (name: string) => String(data.get(name) ?? '')
  return { name: read('name'), email: read('email'), message: read('message'), website: read('website') }
}
