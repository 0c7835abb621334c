import { type ReactNode, useId, useMemo, useState as useOwn } from 'react'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import type { PageState } from '../api.ts'
import { articlesFile, languageOfFile, sectionOf } from '../content-paths.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { ItemButtons, Link, Question, useNames } from './parts.tsx'
import { go, send, useEditor, useState, useWords } from './store.ts'
import type { View } from './views.ts'

const mostFound = 50

/** What there is to edit, as the site names it, and a search through all of it. */
export function Contents() {
  const state = useState()
  const [words, names] = [useWords(), useNames()]
  const [sought, setSought] = useOwn('')
  const id = useId()
  const articles = state.pages.filter(({ kind }) => kind === 'article')
  const entryOf = (page: PageState, actions?: ReactNode) => (
    <Entry
      key={page.page}
      view={{ kind: 'page', key: page.page }}
      title={names.page(page)}
      has={(file) => page.sections.includes(sectionOf(file))}
    >
      {actions}
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
        <Found sought={sought.trim()} />
      ) : (
        <>
          <ul className={own.list}>
            <Entry view={{ kind: 'changes' }} title={words.groups.changes} count={state.changes.length} />
          </ul>
          <h2 className={own.listTitle}>{words.groups.pages}</h2>
          <ul className={own.list}>
            {state.pages.filter(({ kind }) => kind !== 'article').map((page) => entryOf(page))}
          </ul>
          <h2 className={own.listTitle}>{words.groups.articles}</h2>
          <ol className={own.list}>
            {articles.map((page, index) =>
              entryOf(page, <ArticleActions page={page} index={index} count={articles.length} />),
            )}
            <Entry view={{ kind: 'new-article' }} title={words.articles.add} isAction />
          </ol>
          <h2 className={own.listTitle}>{words.groups.shared}</h2>
          <ul className={own.list}>
            {state.shared.map((section) => (
              <Entry
                key={section}
                view={{ kind: 'shared', key: section }}
                title={names.section(section)}
                has={(file) => sectionOf(file) === section}
              />
            ))}
            {state.common.map((file) => (
              <Entry
                key={file}
                view={{ kind: 'file', key: file }}
                title={names.file(file)}
                has={(each) => each === file}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type EntryProps = {
  view: View
  title: string
  count?: number
  /** Which files are edited there. */
  has?: (file: string) => boolean
  isAction?: boolean
  children?: ReactNode
}

function Entry({ view, title, count = 0, has, isAction = false, children }: EntryProps) {
  const state = useState()
  const words = useWords()
  const isCurrent = useEditor(({ view: now }) => now.kind === view.kind && now.key === view.key)
  const problems = state.problems.filter(({ file }) => has?.(file)).length
  return (
    <li>
      <Link to={view} className={isAction ? own.action : undefined} isCurrent={isCurrent}>
        {title}
        {count > 0 && <span className={own.badge}>{count}</span>}
        {problems > 0 && <span className={own.badgeToMend}>{interpolate(words.to_mend, { count: problems })}</span>}
      </Link>
      {isCurrent && children}
    </li>
  )
}

function ArticleActions({ page, index, count }: { page: PageState; index: number; count: number }) {
  const state = useState()
  const [words, names] = [useWords(), useNames()]
  const [isAsking, setIsAsking] = useOwn(false)
  const title = names.page(page)
  // What was never published is no change any more once it is removed, and cannot be taken back.
  const isNew = state.changes.some(({ kind, name }) => kind === 'article added' && name.endsWith(`#${page.page}`))
  if (isAsking)
    return (
      <Question
        label={interpolate(words.articles.remove, { title })}
        words={interpolate(isNew ? words.articles.confirm_new : words.articles.confirm, { title })}
        onYes={() => {
          void send({ op: 'remove article', article: page.page })
          go({ kind: 'changes' })
        }}
        onNo={() => setIsAsking(false)}
      />
    )
  return (
    <ItemButtons
      index={index}
      count={count}
      words={words.articles}
      item={{ title }}
      onMove={(by) => void send({ op: 'move item', list: `${articlesFile}#`, at: index, by, item: `=${page.page}` })}
      onRemove={() => setIsAsking(true)}
    />
  )
}

function Found({ sought }: { sought: string }) {
  const { files, common } = useState()
  const [words, names] = [useWords(), useNames()]
  const found = useMemo(() => {
    const wanted = simple(sought)
    return Object.entries(files)
      .filter(([file]) => languageOfFile(file) || common.includes(file))
      .flatMap(([file, { fields }]) =>
        fields.map((field) => ({ name: `${file}#${field.path}`, text: names.shown(field) })),
      )
      .filter(({ text }) => simple(text).includes(wanted))
      .sort((one, other) => Number(!languageOfFile(one.name)) - Number(!languageOfFile(other.name)))
  }, [sought, files, common, names])
  return (
    <>
      <p role="status" className={css.note}>
        {found.length > 0 ? interpolate(words.found, { count: found.length }) : words.nothing_found}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostFound).map(({ name, text }) => {
          const at = Math.max(0, simple(text).indexOf(simple(sought)) - 20)
          return (
            <li key={name}>
              <Link name={name}>
                <span className={own.foundIn}>{names.whole(name)}</span>
                <span lang={languageOfFile(name)}>
                  {at > 0 && '…'}
                  {text.slice(at, at + 80)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** As somebody types who looks for something. */
const simple = (text: string) => fold(text).replace(/\s+/g, ' ')
