import { type FormEvent, useTransition } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Release } from '../api.ts'
import { articleList, articleNames, fileOf } from '../content-paths.ts'
import { findChanges } from './changes.ts'
import css from './editor.module.css'
import { Button, Problems, Versions } from './parts.tsx'
import { changesView, useSite } from './site.ts'
import { edit, go, publish, useEditor } from './store.ts'

/** What differs from the last commit: each change can be taken back, all of them are published together. */
export function Changes() {
  const changes = findChanges(useSite())
  return (
    <>
      <ul className={`${css.stack} ${css.section}`}>
        {changes.map((name) => (
          <ChangeEntry key={name} name={name} />
        ))}
      </ul>
      <Publish count={changes.length} />
    </>
  )
}

function ChangeEntry({ name }: { name: string }) {
  const site = useSite()
  const title = site.breadcrumb(name)
  const { changes, list, placeholder } = site.words
  const labelOf = (word: string, version: 'now' | 'published') =>
    site.isPlaceholder(name, version) ? `${word} (${placeholder.label})` : word
  const takeBack = async () => {
    // The words of an article that was never published go with it.
    const known = name === articleList ? articleNames(site.publishedOf(name)) : site.articles
    const lost = site.articles.filter((article) => !known.includes(article)).map((article) => site.title(article))
    if (lost.length > 0 && !confirm(interpolate(list.confirm, { item: lost.join(', ') }))) return
    await edit([name], () => site.publishedOf(name) ?? null)
    go(changesView)
  }
  return (
    <li>
      <h3 className="minor-heading">
        <a href={`#${name}`}>{title}</a>
      </h3>
      {name.includes('#') && (
        <Versions
          name={name}
          labels={[labelOf(changes.before, 'published'), labelOf(changes.after, 'now')]}
          trees={[site.publishedOf(name), site.treeOf(name)]}
        />
      )}
      {/* A file that was not there is not taken back. */}
      {site.publishedOf(fileOf(name)) && (
        <Button
          word={interpolate(changes.take_back_of, { name: title })}
          short={changes.take_back}
          onClick={takeBack}
        />
      )}
    </li>
  )
}

function Publish({ count }: { count: number }) {
  const site = useSite()
  const { problems } = site
  const { hasCommand, waiting, strays, author: signedIn, release } = site.state
  const { publish: words, changes } = site.words
  const failure = useEditor((snapshot) => snapshot.failure)
  const [isSending, startSending] = useTransition()
  // The button may be gone. Whoever has gone to another view meanwhile stays there.
  const takeFocus = () => void (useEditor.getState().location.address === changesView && go(changesView))
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [author, summary] = [signedIn ?? typed.get('author'), typed.get('summary') || words.summary_sample]
    startSending(() => publish(String(author), String(summary)).then(takeFocus))
  }
  const isOnItsWay = release?.stage === 'building' || release?.stage === 'waiting'
  const isDone = count === 0 && problems.length === 0 && !isSending && !failure && waiting === 0
  return (
    <section aria-label={words.title} className={css.stack}>
      <h2>{words.title}</h2>
      {problems.length > 0 && <p>{interpolate(words.problems, { count: problems.length })}</p>}
      <Problems problems={problems} />
      {problems.length === 0 && !isDone && !(isOnItsWay && count === 0) && (
        <form className={css.stack} onSubmit={onSubmit}>
          <p>
            {words.explain} {signedIn ? words.explain_site : hasCommand ? words.explain_command : words.explain_saved}
          </p>
          {!signedIn && (
            <label>
              {words.author}
              <input name="author" required maxLength={100} autoComplete="name" />
            </label>
          )}
          <label>
            {words.summary}
            <input name="summary" maxLength={500} placeholder={words.summary_sample} />
          </label>
          <button type="submit" aria-disabled={isSending}>
            {count === 0 ? words.again : words.button}
          </button>
        </form>
      )}
      {strays.length > 0 && <p className="note">{interpolate(words.strays, { files: strays.join(', ') })}</p>}
      <p role="status">
        {waiting > 0 && !isSending && !isOnItsWay && interpolate(words.waiting, { count: waiting })}
        {isSending && words.running}
        {isDone && (hasCommand ? changes.none : changes.none_saved)} <Progress release={release} />
      </p>
    </section>
  )
}

/** How far what was published is on its way to the site. */
function Progress({ release }: { release: Release | undefined }) {
  const site = useSite()
  const { publish: words } = site.words
  if (!release) return null
  if (release.stage === 'failed') return <span className={css.wrong}>{site.message(release.failure)}</span>
  if (release.stage !== 'online') return release.stage === 'building' ? words.building : words.shown
  const time = new Date(release.since).toLocaleTimeString(site.language, { hour: 'numeric', minute: '2-digit' })
  return <a href={release.address}>{interpolate(words.online, { time })}</a>
}
