import pLimit from 'p-limit'
import { create } from 'zustand'
import css from './editor.module.css'
import { useSite } from './site.ts'

type Question = {
  /** Each has a dialog of its own: another one's answer is not its. */
  number: number
  text: string
  /** Whether something is to be typed, or there is something to decide; otherwise it is only said. */
  kind: 'text' | 'lines' | 'date' | 'decision' | 'notice'
  answer: (typed: string | undefined) => void
}

const useQuestion = create<{ question?: Question | undefined }>(() => ({}))

let asked = 0
/** A browser reports later that a dialog was closed: until then, nothing else is asked. */
const enqueue = pLimit(1)

/** Asks in a dialog of the page. @returns what was typed, '' for yes, nothing if it was cancelled */
export const ask = (text: string, kind: Question['kind'] = 'decision') =>
  enqueue(
    () =>
      new Promise<string | undefined>((answer) =>
        useQuestion.setState({ question: { number: ++asked, text, kind, answer } }),
      ),
  )

export function QuestionDialog() {
  const { question } = useQuestion()
  const { words } = useSite()
  if (!question) return null
  const { text, kind, answer } = question
  const onClose = ({ currentTarget: dialog }: { currentTarget: HTMLDialogElement }) => {
    useQuestion.setState({ question: undefined })
    answer(
      dialog.returnValue === 'yes'
        ? (dialog.querySelector<HTMLInputElement | HTMLTextAreaElement>('#answer')?.value ?? '')
        : undefined,
    )
  }
  return (
    <dialog
      key={question.number}
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      aria-labelledby="question"
      className={css.dialog}
      onClose={onClose}
    >
      <form method="dialog" className={css.stack}>
        <label id="question" htmlFor="answer">
          {text}
        </label>
        {kind === 'text' && <input id="answer" required />}
        {kind === 'lines' && <textarea id="answer" required rows={5} />}
        {kind === 'date' && (
          <input id="answer" type="date" required defaultValue={new Date().toLocaleDateString('sv-SE')} />
        )}
        <p className={css.inline}>
          <button type="submit" value="yes">
            {words.dialog.yes}
          </button>
          {kind !== 'notice' && (
            <button type="submit" value="no" formNoValidate className={css.quiet}>
              {words.dialog.no}
            </button>
          )}
        </p>
      </form>
    </dialog>
  )
}
