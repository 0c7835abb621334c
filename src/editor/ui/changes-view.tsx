import { type FormEvent, useId, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import { languageOfFile } from '../content-paths.ts'
import own from './changes.module.css'
import { type Change, findChanges } from './changes.ts'
import css from './editor.module.css'
import { Problems, Versions } from './parts.tsx'
import { useSite } from './site.ts'
import { choose, edit, publish, useEditor } from './store.ts'

/** What differs from the last commit: each change can be taken back, all of them are published together. */
export function Changes() {
  const site = useSite()
  const { words, state } = site
  const changes = findChanges(site)
  const { pending, isRunning, hasCommand } = state.publishing
  const isPending = pending !== undefined || isRunning
  return (
    <>
      {changes.length === 0 && !isPending && <p>{hasCommand ? words.changes.none : words.changes.none_saved}</p>}
      <ul className={own.changes}>
        {changes.map((change) => (
          <ChangeEntry key={change.title + change.name + change.before} change={change} />
        ))}
      </ul>
      <Publish count={changes.length} />
    </>
  )
}

function ChangeEntry({ change: { title, name, before, after, isNewArticle, undo } }: { change: Change }) {
  const { changes, articles } = useSite().words
  const takeBack = () => {
    if (!isNewArticle || confirm(interpolate(articles.confirm_new, { title: after }))) void edit(undo)
  }
  return (
    <li>
      <h3 className={css.rowLabel}>{title}</h3>
      <Versions before={[changes.before, before]} after={[changes.after, after]} lang={languageOfFile(name)} />
      <p className={css.actions}>
        {undo.length > 0 && (
          <button
            type="button"
            className={css.quiet}
            aria-label={interpolate(changes.take_back_of, { name: title })}
            onClick={takeBack}
          >
            {changes.take_back}
          </button>
        )}
        {(name.includes('#') || isNewArticle) && <a href={`#${name}`}>{changes.go}</a>}
      </p>
    </li>
  )
}

function Publish({ count }: { count: number }) {
  const site = useSite()
  const { problems, publishing } = site.state
  const { publish: words, changes, conflict, offline } = site.words
  const typed = useEditor((snapshot) => snapshot.typed)
  const blocked = Object.keys(typed).filter((name) => typed[name]?.isConflict)
  const [outcome, setOutcome] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()
  const { repository, hasCommand, isRunning, pending } = publishing
  const isPending = pending !== undefined
  const reason = isPending && !isRunning && interpolate(words.pending, { reason: pending || words.interrupted })
  const status = isBusy || isRunning ? words.running : reason || outcome
  if (count === 0 && !isPending) return <p role="status">{status}</p>
  const goTo = (name: string) => (
    <>
      {site.whole(name)} <a href={`#${name}`}>{changes.go}</a>
    </>
  )
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || isRunning) return
    const form = new FormData(event.currentTarget)
    const author = String(form.get('author'))
    localStorage.setItem('editor.author', author)
    setIsBusy(true)
    const answer = await publish(author, String(form.get('summary')) || words.summary_sample).catch(() => undefined)
    setIsBusy(false)
    if (!answer) setOutcome(offline)
    else if (answer.kind === 'committed') setOutcome(hasCommand ? words.done : words.done_saved)
    else setOutcome(answer.kind === 'failed' ? interpolate(words.failed, { reason: answer.reason }) : words.blocked)
  }
  return (
    <section aria-labelledby={id} className={css.publish}>
      <h2 id={id}>{words.title}</h2>
      {repository !== 'ready' && (
        <p className={css.problems}>{words.repository[repository.replace(' ', '_') as 'no_git']}</p>
      )}
      {problems.length > 0 && <p>{interpolate(words.problems, { count: problems.length })}</p>}
      <Problems problems={problems} before={goTo} />
      {blocked.length > 0 && <p className={css.problems}>{words.unsent}</p>}
      <ul>
        {blocked.map((name) => (
          <li key={name}>
            {goTo(name)} <q>{typed[name]?.value}</q>
            <button type="button" className={css.quiet} onClick={() => choose(name, false)}>
              {conflict.keep_theirs}
            </button>
          </li>
        ))}
      </ul>
      {problems.length + blocked.length === 0 && repository === 'ready' && (
        <form className={css.inlineForm} onSubmit={(event) => void onSubmit(event)}>
          <p>
            {words.explain} {hasCommand ? words.explain_command : words.explain_saved}
          </p>
          <label>
            {words.author}
            <input
              name="author"
              required
              maxLength={100}
              autoComplete="name"
              defaultValue={localStorage.getItem('editor.author') ?? undefined}
            />
          </label>
          <label>
            {words.summary}
            <input name="summary" maxLength={500} placeholder={words.summary_sample} />
          </label>
          <button type="submit" aria-disabled={isBusy || isRunning}>
            {count === 0 ? words.again : words.button}
          </button>
        </form>
      )}
      <p role="status" className={reason ? css.problems : undefined}>
        {status}
      </p>
    </section>
  )
}
