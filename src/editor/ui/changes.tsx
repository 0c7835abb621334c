import { useId, useState as useOwn } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Change } from '../api.ts'
import { articlesFile, fileOf, languageOfFile } from '../content-paths.ts'
import own from './changes.module.css'
import css from './editor.module.css'
import { Versions } from './field.tsx'
import { Link, Problems, Question, useNames, ViewTitle } from './parts.tsx'
import { publish, send, useEditor, useState, useWords } from './store.ts'

/** What differs from the last commit: each change can be taken back, all of them are published together. */
export function Changes() {
  const { changes, publishing } = useState()
  const words = useWords()
  const isPending = publishing.pending !== undefined || publishing.isRunning
  return (
    <>
      <ViewTitle>{words.groups.changes}</ViewTitle>
      {changes.length === 0 && !isPending && (
        <p>{publishing.hasCommand ? words.changes.none : words.changes.none_saved}</p>
      )}
      <ul className={own.changes}>
        {changes.map((change) => (
          <ChangeEntry key={change.name} change={change} />
        ))}
      </ul>
      <Publish />
    </>
  )
}

const kinds = { 'article added': 'added', 'article removed': 'removed', order: 'order' } as const

function ChangeEntry({ change }: { change: Change }) {
  const [words, names] = [useWords(), useNames()]
  const [isAsking, setIsAsking] = useOwn(false)
  const { name, kind, before, after } = change
  const title = kind in kinds ? words.changes[kinds[kind as keyof typeof kinds]] : names.whole(name)
  const undo = () => void send({ op: 'take back', change: name, after })
  return (
    <li>
      <h3 className={css.rowLabel}>{title}</h3>
      <Versions
        of={[
          [words.changes.before, before],
          [words.changes.after, after],
        ]}
        lang={languageOfFile(name)}
      />
      {isAsking ? (
        <Question
          label={interpolate(words.articles.remove, { title: after })}
          words={interpolate(words.articles.confirm_new, { title: after })}
          onYes={undo}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <p className={css.actions}>
          <button
            type="button"
            className={css.quiet}
            aria-label={interpolate(words.changes.take_back_of, { name: title })}
            onClick={kind === 'article added' ? () => setIsAsking(true) : undo}
          >
            {words.changes.take_back}
          </button>
          {kind !== 'article removed' && kind !== 'file' && <GoTo name={name} />}
        </p>
      )}
    </li>
  )
}

function GoTo({ name }: { name: string }) {
  const words = useWords()
  const key = name.split('#')[1] || 'home'
  return (
    <Link name={name} {...(fileOf(name) === articlesFile && { to: { kind: 'page', key } })}>
      {words.changes.go}
    </Link>
  )
}

function Publish() {
  const { problems, changes, publishing } = useState()
  const words = useWords()
  const names = useNames()
  const unsent = useEditor(({ typed }) => typed)
  const blocked = Object.entries(unsent).filter(([, { theirs, isInvalid }]) => theirs !== undefined || isInvalid)
  const [author, setAuthor] = useOwn(localStorage.getItem('editor.author') ?? publishing.author)
  const [summary, setSummary] = useOwn('')
  const [outcome, setOutcome] = useOwn<string>()
  const [isBusy, setIsBusy] = useOwn(false)
  const id = useId()
  const { repository, hasCommand, isRunning, pending } = publishing
  const reason =
    pending && !isRunning && interpolate(words.publish.pending, { reason: pending.reason || words.publish.interrupted })
  const published = pending ? undefined : outcome
  if (changes.length === 0 && !pending) return <p role="status">{isRunning ? words.publish.running : published}</p>
  const isReady = problems.length + blocked.length === 0 && repository === 'ready'
  return (
    <section aria-labelledby={`${id}-title`} className={css.publish}>
      <h2 id={`${id}-title`}>{words.publish.title}</h2>
      {repository !== 'ready' && (
        <p className={css.problems}>{words.publish.repository[repository.replace(' ', '_') as 'no_git']}</p>
      )}
      {problems.length > 0 && (
        <>
          <p>{interpolate(words.publish.problems, { count: problems.length })}</p>
          <Problems
            problems={problems}
            before={({ name }) => (
              <>
                {names.whole(name)}: <GoTo name={name} />
              </>
            )}
          />
        </>
      )}
      {blocked.length > 0 && (
        <>
          <p className={css.problems}>{words.publish.unsent}</p>
          <ul>
            {blocked.map(([name]) => (
              <li key={name}>
                {names.whole(name)} <GoTo name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isReady && (
        <form
          className={css.inlineForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (isBusy) return
            setIsBusy(true)
            localStorage.setItem('editor.author', author)
            const done = hasCommand ? words.publish.done : words.publish.done_saved
            publish(author, summary || words.publish.summary_sample)
              .then((answer) => {
                const failure =
                  answer.kind === 'failed'
                    ? interpolate(words.publish.failed, { reason: answer.reason })
                    : words.publish.blocked
                setOutcome(answer.kind === 'committed' ? done : failure)
              })
              .catch(() => setOutcome(words.offline))
              .finally(() => setIsBusy(false))
          }}
        >
          <p>
            {words.publish.explain} {hasCommand ? words.publish.explain_command : words.publish.explain_saved}
          </p>
          <label>
            {words.publish.author}
            <input
              required
              maxLength={100}
              autoComplete="name"
              value={author}
              onChange={({ target }) => setAuthor(target.value)}
            />
          </label>
          <label>
            {words.publish.summary}
            <input
              maxLength={500}
              value={summary}
              placeholder={words.publish.summary_sample}
              onChange={({ target }) => setSummary(target.value)}
            />
          </label>
          <button type="submit" aria-disabled={isBusy || isRunning}>
            {changes.length === 0 ? words.publish.again : words.publish.button}
          </button>
        </form>
      )}
      <p role="status" className={reason ? css.problems : undefined}>
        {isBusy || isRunning ? words.publish.running : (reason ?? outcome)}
      </p>
    </section>
  )
}
