import { type ReactNode, useId, useMemo, useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { articlesFile, formatPath, languageOfFile, textsIn } from '../content-paths.ts'
import { findChanges, removalOf } from './changes.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { ItemButtons } from './parts.tsx'
import { changesView, commonFiles, newArticleView, useSite } from './site.ts'
import { edit, go } from './store.ts'

const mostFound = 50

type ViewProps = {
  /** The view that is shown. */
  view: string
}

/** What there is to edit, as the site names it, and a search through all of it. */
export function Contents({ view }: ViewProps) {
  const site = useSite()
  const { words } = site
  const [sought, setSought] = useState('')
  const id = useId()
  const changes = findChanges(site).length
  const entry = (to: string, title: string, more?: ReactNode) => (
    <Entry key={to} to={to} title={title} isCurrent={to === view}>
      {more}
    </Entry>
  )
  return (
    <>
      <search>
        <label htmlFor={id} className={own.searchLabel}>
          {words.search}
        </label>
        <input id={id} type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
      </search>
      {sought.trim().length > 1 ? (
        <Found sought={simple(sought.trim())} />
      ) : (
        <>
          <ul className={own.list}>
            <Entry to={changesView} title={words.groups.changes} isCurrent={view === changesView} count={changes} />
          </ul>
          <h2 className={own.listTitle}>{words.groups.pages}</h2>
          <ul className={own.list}>
            {site.pages.filter((page) => !site.articles.includes(page)).map((page) => entry(page, site.page(page)))}
          </ul>
          <h2 className={own.listTitle}>{words.groups.articles}</h2>
          <ol className={own.list}>
            {site.articles.map((article) => entry(article, site.page(article), <ArticleButtons article={article} />))}
            {entry(newArticleView, words.articles.add)}
          </ol>
          <h2 className={own.listTitle}>{words.groups.shared}</h2>
          <ul className={own.list}>
            {site.shared.map((section) => entry(section, site.section(section)))}
            {commonFiles.map((file) => entry(file, site.file(file)))}
          </ul>
        </>
      )}
    </>
  )
}

type EntryProps = { to: string; title: string; isCurrent: boolean; count?: number; children?: ReactNode }

function Entry({ to, title, isCurrent, count = 0, children }: EntryProps) {
  const site = useSite()
  const files = site.partsOf(to).flatMap((part) => part.files)
  const problems = site.state.problems.filter((problem) => files.includes(problem.file.replace('content/', ''))).length
  return (
    <li>
      <a href={`#${to}`} aria-current={isCurrent ? 'page' : undefined}>
        {title}
        {count > 0 && <span className={own.badge}>{count}</span>}
        {problems > 0 && (
          <span className={own.badgeToMend}>{interpolate(site.words.to_mend, { count: problems })}</span>
        )}
      </a>
      {isCurrent && children}
    </li>
  )
}

function ArticleButtons({ article }: { article: string }) {
  const site = useSite()
  const { articles, words } = site
  const title = site.page(article)
  // What was never published is no change any more once it is removed, and cannot be taken back.
  const isNew = findChanges(site).some(({ name }) => name === article)
  return (
    <ItemButtons
      index={articles.indexOf(article)}
      count={articles.length}
      words={words.articles}
      item={{ title }}
      onChange={(change) => void edit([{ name: articlesFile, was: articles, value: change(articles) }])}
      onRemove={() => {
        if (!confirm(interpolate(isNew ? words.articles.confirm_new : words.articles.confirm, { title }))) return
        void edit(removalOf(site, article)).then(() => go(changesView))
      }}
    />
  )
}

function Found({ sought }: { sought: string }) {
  const site = useSite()
  const found = useMemo(
    () =>
      Object.entries(site.state.files)
        .filter(([file]) => languageOfFile(file) || commonFiles.includes(file))
        .sort(([one], [other]) => Number(!languageOfFile(one)) - Number(!languageOfFile(other)))
        .flatMap(([file, { now }]) =>
          [...textsIn(now?.tree ?? '')].map(([path, text]) => ({
            name: `${file}#${formatPath(path)}`,
            text: site.shown(file, path, text),
          })),
        )
        .filter(({ text }) => simple(text).includes(sought)),
    [sought, site],
  )
  return (
    <>
      <p role="status" className={css.note}>
        {found.length > 0 ? interpolate(site.words.found, { count: found.length }) : site.words.nothing_found}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostFound).map(({ name, text }) => {
          const at = Math.max(0, simple(text).indexOf(sought) - 20)
          return (
            <li key={name}>
              <a href={`#${name}`}>
                <span className={own.foundIn}>{site.whole(name)}</span>
                <span lang={languageOfFile(name)}>
                  {at > 0 && '…'}
                  {text.slice(at, at + 80)}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** As somebody types who looks for something. */
const simple = (text: string) => fold(text).replace(/\s+/g, ' ')
