import { type FormEvent, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  checkMessage,
  contactEndpoint,
  type FormResult,
  fieldLimits,
  joinAnswers,
  lengthOf,
  type MessageField,
  type MessageText,
  messageFields,
} from '../../../shared/contact/message-rules.ts'
import { interpolate } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import { Field, type FieldProps } from '../../components/field/field.tsx'
import { Icon } from '../../components/icon/icon.tsx'
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

const questionsFirst: MessageField[] = ['message', 'name', 'email']

/** What was typed in each field, by its id, while another page is shown, such as the privacy notice. */
const lastTyped = new Map<string, string>()
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
 * JavaScript it posts to the same address. Once a message is sent, a panel stands in its place.
 */
export function ContactForm({ content, language }: { content: Content; language: Language }) {
  const { form: texts, questions, result, address } = content
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const resultBox = useRef<HTMLDivElement>(null)
  // The result of a message that was sent without JavaScript: the server renders the page with it.
  const [state, setState] = useState<FormState>(result ?? { kind: 'idle' })
  const invalid = state.kind === 'invalid' ? state : undefined
  const isSending = state.kind === 'sending'
  const isKept = state.kind === 'kept'
  // What is asked about a pack comes first: it is in the visitor's hand.
  const order = questions.length > 0 ? questionsFirst : messageFields

  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('[id]:is(input, textarea)') ?? [])]
    for (const field of fields) field.value ||= lastTyped.get(field.id) ?? ''
    return () => {
      for (const { id, value } of fields) lastTyped.set(id, value)
    }
  }, [])

  // Enter in a field also sends, when the end of the form may be out of view.
  useEffect(() => {
    if (state.kind === 'kept' || isFailed(state)) resultBox.current?.scrollIntoView({ block: 'nearest' })
    // The button that had the focus is gone.
    if (state.kind === 'kept') resultBox.current?.focus({ preventScroll: true })
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

  const errors = invalid ? describeErrors(texts, invalid, order) : {}
  const first = { message: questions.length > 0 ? 'answer-1' : 'message', name: 'name', email: 'email' }

  return (
    <>
      <h2 id="write" className={isKept ? 'visually-hidden' : undefined}>
        {texts.title}
      </h2>
      <form
        ref={form}
        className={css.form}
        method="post"
        action={contactEndpoint}
        noValidate
        onSubmit={submit}
        hidden={isKept}
      >
        {invalid && (
          <ErrorSummary
            ref={summary}
            title={texts.summary_title}
            errors={Object.entries(errors).map(([field, error]) => [first[field as MessageField], error])}
            autoFocus={result !== undefined}
          />
        )}
        <p>{texts.required}</p>
        {order.map((field) =>
          field === 'message' && questions.length > 0 ? (
            <Questions key={field} questions={questions} error={errors.message} />
          ) : (
            <Field
              key={field}
              name={field}
              label={texts[field]}
              error={errors[field]}
              defaultValue={result?.typed[field]}
              required
              {...controls[field]}
              {...(field === 'message' && { hint: texts.message_hint })}
            />
          ),
        )}
        <input type="hidden" name="language" value={language} />
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="website">{texts.trap}</label>
          <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" aria-disabled={isSending}>
          {isSending ? texts.sending : texts.send}
        </button>
      </form>
      <Result ref={resultBox} texts={texts} state={state} autoFocus={result !== undefined && !invalid}>
        <a
          href={address}
          onClick={(event) => {
            event.preventDefault()
            flushSync(() => setState({ kind: 'idle' }))
            document.getElementById(first[order[0] ?? 'name'])?.focus()
          }}
        >
          {texts.again}
        </a>
      </Result>
    </>
  )
}

/** Questions in place of the message. The server joins what a plain form sends, as the page does (`joinAnswers`). */
function Questions({ questions, error }: { questions: string[]; error: string | undefined }) {
  const last = questions.length - 1
  const asked = questions.map((question, index) => ({ question, id: `answer-${index + 1}`, isLast: index === last }))
  return asked.map(({ question, id, isLast }) => (
    <div key={id}>
      <input type="hidden" name="question" value={question} />
      <Field
        id={id}
        name="answer"
        label={question.replace(/\s*:$/, '')}
        error={id === 'answer-1' ? error : undefined}
        dir="auto"
        {...(isLast && { multiline: true, rows: 3 })}
      />
    </div>
  ))
}

const isFailed = ({ kind }: FormState) => kind === 'failed' || kind === 'too-many' || kind === 'unreadable'

type ResultProps = {
  ref: Ref<HTMLDivElement>
  texts: Texts
  state: FormState
  autoFocus: boolean
  children: ReactNode
}

/** Always in the page, so that a screen reader notices when its words change. */
function Result({ ref, texts, state, autoFocus, children }: ResultProps) {
  const isKept = state.kind === 'kept'
  // Drawn: not every system has a font with the sign that ends the sentence.
  const [, sentence, sign] = /^(.*?)(\p{Extended_Pictographic}?)$/u.exec(texts.success) ?? []
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the page is the form's answer.
    <div ref={ref} className={isKept ? css.kept : css.result} tabIndex={-1} autoFocus={autoFocus}>
      {isKept && <Icon name="celebration" />}
      <p role="status" className="serif">
        {isKept && (
          <>
            {sentence}
            <span className="visually-hidden">{sign}</span>
          </>
        )}
      </p>
      {isKept && (
        <>
          <p>{texts.success_help}</p>
          <p>{children}</p>
        </>
      )}
      <p role="alert">{isFailed(state) && texts.failure}</p>
      {state.kind === 'failed' && <p>{texts.failure_help}</p>}
      {'minutes' in state && <p>{interpolate(texts.errors.too_many, { minutes: state.minutes })}</p>}
      {state.kind === 'unreadable' && <p>{texts.unreadable_help}</p>}
    </div>
  )
}

type ErrorSummaryProps = {
  ref: Ref<HTMLElement>
  title: string
  errors: [id: string, error: string][]
  autoFocus: boolean
}

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
        {errors.map(([id, error]) => (
          <li key={id}>
            <a href={`#${id}`}>{error}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeErrors(
  texts: Texts,
  { errors, typed }: Extract<FormResult, { kind: 'invalid' }>,
  order: MessageField[],
): ErrorTexts {
  const described: ErrorTexts = {}
  for (const field of order) {
    const error = errors[field]
    const values = { limit: fieldLimits[field], length: lengthOf(typed[field]) }
    if (error) described[field] = interpolate(texts.errors[`${field}_${error}` as keyof Texts['errors']], values)
  }
  return described
}

function readForm(form: HTMLFormElement): MessageText & { website: string; language: Language } {
  const data = new FormData(form)
  const { question, answer, ...fields } = Object.fromEntries(data) as ReturnType<typeof readForm> &
    Record<string, string>
  if (answer === undefined) return fields
  return { ...fields, message: joinAnswers(data.getAll('question') as string[], data.getAll('answer') as string[]) }
}
