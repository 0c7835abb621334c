import { useId, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Change } from '../api.ts'
import own from './changes.module.css'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice } from './field.tsx'
import { Link, Problems, useNames, Versions, ViewTitle } from './parts.tsx'
import { languageOfFile } from './views.ts'

/** What is written and not yet published: each change can be undone, all of them are published together. */
export function Changes() {
  const { state, texts, send } = useContextOfEditor()
  const nameOf = useNamesOfChanges()
  return (
    <>
      <ViewTitle>{texts.groups.changes}</ViewTitle>
      {state.conflicts.map(({ name }) => (
        <ConflictNotice key={name} name={name} />
      ))}
      {state.changes.length === 0 && <p>{texts.changes.none}</p>}
      <ul className={own.changes}>
        {state.changes.map((change) => (
          <li key={change.name}>
            <h3 className={css.rowLabel}>{nameOf(change)}</h3>
            <Versions
              of={[
                ...(change.before ? [[texts.changes.before, change.before] as [string, string]] : []),
                ...(change.after ? [[texts.changes.after, change.after] as [string, string]] : []),
              ]}
              lang={languageOfFile(change.name)}
            />
            <p className={css.actions}>
              <button
                type="button"
                className={css.quiet}
                aria-label={interpolate(texts.changes.take_back_of, { name: nameOf(change) })}
                onClick={() => void send({ op: 'take back', change: change.name })}
              >
                {texts.changes.take_back}
              </button>
              {change.kind !== 'article removed' && change.kind !== 'file' && <GoTo name={change.name} />}
            </p>
          </li>
        ))}
      </ul>
      <Publish />
    </>
  )
}

const kinds = { 'article added': 'added', 'article removed': 'removed', order: 'order' } as const

/** What a change is called: by what it is, or by the value. */
function useNamesOfChanges() {
  const { texts } = useContextOfEditor()
  const nameOf = useNames()
  return ({ kind, name }: Change) => (kind in kinds ? texts.changes[kinds[kind as keyof typeof kinds]] : nameOf(name))
}

function GoTo({ name }: { name: string }) {
  const { texts } = useContextOfEditor()
  const [file, key] = name.split('#')
  return (
    <Link name={name} {...(file === 'articles.yml' && { to: { kind: 'page', key: key || 'home' } })}>
      {texts.changes.go}
    </Link>
  )
}

function Publish() {
  const { state, texts, publish } = useContextOfEditor()
  const [author, setAuthor] = useState(localStorage.getItem('editor.author') ?? state.author)
  const [summary, setSummary] = useState('')
  const [answer, setAnswer] = useState<{ told: string; isFailure: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const nameOf = useNames()
  const id = useId()
  const { problems, conflicts, publishing } = state
  const isAgain = state.changes.length === 0 && publishing.failure !== undefined
  if (state.changes.length === 0 && !isAgain) return <p role="status">{answer?.told}</p>
  const isReady = problems.length === 0 && conflicts.length === 0
  const failed = (reason: string) => ({ told: interpolate(texts.publish.failed, { reason }), isFailure: true })
  return (
    <section aria-labelledby={`${id}-title`} className={css.publish}>
      <h2 id={`${id}-title`}>{texts.publish.title}</h2>
      {problems.length > 0 && (
        <>
          <p>{interpolate(texts.publish.problems, { count: problems.length })}</p>
          <Problems
            problems={problems}
            placeOf={({ name }) => nameOf(name)}
            after={({ name }) => <GoTo name={name} />}
          />
        </>
      )}
      {conflicts.length > 0 && <p>{texts.publish.conflicts}</p>}
      {isReady && (
        <form
          className={css.inlineForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (isBusy) return
            setIsBusy(true)
            localStorage.setItem('editor.author', author)
            publish(author, summary || texts.publish.summary_sample)
              .then((given) =>
                setAnswer(
                  given.kind === 'failed'
                    ? failed(given.message)
                    : { told: given.kind === 'published' ? texts.publish.done : '', isFailure: false },
                ),
              )
              .catch((error: Error) => setAnswer(failed(error.message)))
              .finally(() => setIsBusy(false))
          }}
        >
          <p>
            {texts.publish.explain} {publishing.hasCommand && texts.publish.explain_command}
          </p>
          <label>
            {texts.publish.author}
            <input
              required
              maxLength={100}
              autoComplete="name"
              value={author}
              onChange={({ target }) => setAuthor(target.value)}
            />
          </label>
          <label>
            {texts.publish.summary}
            <input
              maxLength={500}
              value={summary}
              placeholder={texts.publish.summary_sample}
              onChange={({ target }) => setSummary(target.value)}
            />
          </label>
          <button type="submit" aria-disabled={isBusy}>
            {isAgain ? texts.publish.again : texts.publish.button}
          </button>
        </form>
      )}
      <p role="status" className={answer?.isFailure ? css.off : undefined}>
        {answer?.told ?? (publishing.failure && interpolate(texts.publish.failed, { reason: publishing.failure }))}
      </p>
    </section>
  )
}
