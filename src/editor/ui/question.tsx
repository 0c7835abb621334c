import { create } from 'zustand'
import css from './editor.module.css'
import { useSite } from './site.ts'

type Question = {
  /** Each has a dialog of its own: another one's answer is not its. */
  key: string
  text: string
  /** Whether something is to be typed, or there is something to decide; otherwise it is only said. */
  kind: 'text' | 'decision' | 'notice'
  answer: (typed: string | undefined) => void
}

/** The first is asked. A browser reports later that its dialog was closed: until then, the others wait. */
const useQuestions = create<Question[]>(() => [])

/** Asks in a dialog of the page. @returns what was typed, '' for yes, nothing if it was cancelled */
export const ask = (text: string, kind: Question['kind'] = 'decision') =>
  new Promise<string | undefined>((answer) =>
    useQuestions.setState((questions) => [...questions, { key: crypto.randomUUID(), text, kind, answer }], true),
  )

export function QuestionDialog() {
  const [question] = useQuestions()
  const { words } = useSite()
  if (!question) return null
  const { key, text, kind, answer } = question
  const onClose = ({ currentTarget: dialog }: { currentTarget: HTMLDialogElement }) => {
    useQuestions.setState((questions) => questions.slice(1), true)
    const typed = dialog.querySelector<HTMLInputElement>('#answer')?.value ?? ''
    answer(dialog.returnValue === 'yes' ? typed : undefined)
  }
  return (
    <dialog
      key={key}
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
        <p className={css.inline}>
          <button type="submit" value="yes">
            {words.dialog.yes}
          </button>
          {kind !== 'notice' && (
            <button type="submit" value="no" formNoValidate>
              {words.dialog.no}
            </button>
          )}
        </p>
      </form>
    </dialog>
  )
}
