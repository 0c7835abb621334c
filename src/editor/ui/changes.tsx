import { useId, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Change } from '../api.ts'
import own from './changes.module.css'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice } from './field.tsx'
import { between, labelOf, labelsOf, wordsOfFacts } from './labels.ts'
import { wordsFor } from './messages.ts'
import { ViewTitle } from './view-title.tsx'
import {
  addressOf,
  languageOfFile,
  sectionOf,
  titleOf,
  titleOfFile,
  titleOfSection,
  type View,
  viewOf,
} from './views.ts'

/** What is written and not yet published: each change can be undone, all of them are published together. */
export function Changes() {
  const { state, texts, send } = useContextOfEditor()
  const nameOf = useNames()
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
            <h3 className={css.rowLabel}>{nameOf(change.name, change)}</h3>
            <dl className={css.versions}>
              {change.before && (
                <div>
                  <dt>{texts.changes.before}</dt>
                  <dd lang={languageOfFile(change.name)}>{change.before}</dd>
                </div>
              )}
              {change.after && (
                <div>
                  <dt>{texts.changes.after}</dt>
                  <dd lang={languageOfFile(change.name)}>{change.after}</dd>
                </div>
              )}
            </dl>
            <p className={css.actions}>
              <button
                type="button"
                className={css.quiet}
                aria-label={interpolate(texts.changes.take_back_of, { name: nameOf(change.name, change) })}
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

/** What a value is called: where it stands, and its own name. */
function useNames() {
  const { state, texts, interfaceLanguage } = useContextOfEditor()
  return (name: string, change?: Change): string => {
    const [file = '', path = ''] = name.split('#')
    if (change?.kind === 'article added') return texts.changes.added
    if (change?.kind === 'article removed') return texts.changes.removed
    if (change?.kind === 'order') return texts.changes.order
    const section = sectionOf(file)
    const page = state.pages.find(({ sections }) => sections[0] === section)
    const place = page
      ? titleOf(state, page, interfaceLanguage)
      : section
        ? titleOfSection(state, section, interfaceLanguage)
        : titleOfFile(state, file, interfaceLanguage)
    const language = state.languages.find((each) => each.language === languageOfFile(file))?.name
    // A group as a whole, such as a list, has no control and is called by its words alone.
    const label =
      labelsOf(state, file, texts, interfaceLanguage).get(path) ?? labelOf(path, wordsOfFacts(state, texts), texts)
    return [place, path ? label : texts.changes.file, language].filter(Boolean).join(between)
  }
}

function GoTo({ name }: { name: string }) {
  const { state, texts, go } = useContextOfEditor()
  const [file, key = ''] = name.split('#')
  const view: View = file === 'articles.yml' ? { kind: 'page', key: key || 'home' } : viewOf(state, name)
  return (
    <a
      href={addressOf(view)}
      onClick={(event) => {
        event.preventDefault()
        go(view, name)
      }}
    >
      {texts.changes.go}
    </a>
  )
}

function Publish() {
  const { state, texts, publish, interfaceLanguage } = useContextOfEditor()
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
          <ul className={css.problems}>
            {problems.map((problem) => (
              <li key={problem.name + problem.message}>
                {interpolate(texts.told, {
                  place: nameOf(problem.name),
                  message: wordsFor(problem, texts, interfaceLanguage),
                })}{' '}
                <GoTo name={problem.name} />
              </li>
            ))}
          </ul>
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
