import { type ReactNode, useId, useMemo, useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import type { PageState } from '../api.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ItemButtons, Link, useNames } from './parts.tsx'
import { addressOf, languageOfFile, sectionOf, titleOf, titleOfFile, titleOfSection, type View } from './views.ts'

const mostFound = 50

/** What there is to edit, as the site names it, and a search through all of it. */
export function Contents() {
  const { state, texts, interfaceLanguage } = useContextOfEditor()
  const [words, setWords] = useState('')
  const id = useId()
  const articles = state.pages.filter(({ kind }) => kind === 'article')
  return (
    <>
      <search>
        <label htmlFor={id} className={own.searchLabel}>
          {texts.search}
        </label>
        <input id={id} type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      </search>
      {words.trim().length > 1 ? (
        <Found words={words.trim()} />
      ) : (
        <>
          <ul className={own.list}>
            <Entry
              view={{ kind: 'changes' }}
              title={texts.groups.changes}
              count={state.changes.length + state.conflicts.length}
            />
          </ul>
          <h2 className={own.listTitle}>{texts.groups.pages}</h2>
          <ul className={own.list}>
            {state.pages
              .filter(({ kind }) => kind !== 'article')
              .map((page) => (
                <PageEntry key={page.page} page={page} />
              ))}
          </ul>
          <h2 className={own.listTitle}>{texts.groups.articles}</h2>
          <ol className={own.list}>
            {articles.map((page, index) => (
              <PageEntry key={page.page} page={page}>
                <ArticleActions page={page} index={index} count={articles.length} />
              </PageEntry>
            ))}
            <Entry view={{ kind: 'new article' }} title={texts.articles.add} isAction />
          </ol>
          <h2 className={own.listTitle}>{texts.groups.shared}</h2>
          <ul className={own.list}>
            {state.shared.map((section) => (
              <Entry
                key={section}
                view={{ kind: 'shared', key: section }}
                title={titleOfSection(state, section, interfaceLanguage)}
                has={(file) => sectionOf(file) === section}
              />
            ))}
          </ul>
          <ul className={own.list}>
            {state.common.map((file) => (
              <Entry
                key={file}
                view={{ kind: 'file', key: file }}
                title={titleOfFile(state, file, interfaceLanguage)}
                has={(each) => each === file}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function PageEntry({ page, children }: { page: PageState; children?: ReactNode }) {
  const { state, interfaceLanguage } = useContextOfEditor()
  return (
    <Entry
      view={{ kind: 'page', key: page.page }}
      title={titleOf(state, page, interfaceLanguage)}
      has={(file) => page.sections.includes(sectionOf(file))}
    >
      {children}
    </Entry>
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
  const { state, view: current, texts } = useContextOfEditor()
  const isCurrent = addressOf(current) === addressOf(view)
  const problems = state.problems.filter(({ file }) => has?.(file)).length
  return (
    <li>
      <Link to={view} className={isAction ? own.action : undefined} isCurrent={isCurrent}>
        {title}
        {count > 0 && <span className={own.badge}>{count}</span>}
        {problems > 0 && <span className={own.badgeToMend}>{interpolate(texts.to_mend, { count: problems })}</span>}
      </Link>
      {isCurrent && children}
    </li>
  )
}

function ArticleActions({ page, index, count }: { page: PageState; index: number; count: number }) {
  const { state, texts, send, go, interfaceLanguage } = useContextOfEditor()
  const [isAsking, setIsAsking] = useState(false)
  const title = titleOf(state, page, interfaceLanguage)
  // What was never published is no change any more once it is gone, and cannot be taken back.
  const isNew = state.changes.some(({ kind, name }) => kind === 'article added' && name.endsWith(`#${page.page}`))
  if (isAsking)
    return (
      <div className={own.ask} role="alertdialog" aria-label={interpolate(texts.articles.remove, { title })}>
        <p>{interpolate(isNew ? texts.articles.confirm_new : texts.articles.confirm, { title })}</p>
        <button
          type="button"
          onClick={() => {
            void send({ op: 'remove article', article: page.page })
            go({ kind: 'changes' })
          }}
        >
          {texts.yes}
        </button>
        <button type="button" className={css.quiet} onClick={() => setIsAsking(false)}>
          {texts.cancel}
        </button>
      </div>
    )
  return (
    <div className={own.entryActions}>
      <ItemButtons
        list="articles.yml#"
        index={index}
        count={count}
        words={texts.articles}
        item={{ title }}
        isSmall
        onRemove={() => setIsAsking(true)}
      />
    </div>
  )
}

function Found({ words }: { words: string }) {
  const { state, texts } = useContextOfEditor()
  const nameOf = useNames()
  const found = useMemo(() => {
    const wanted = simple(words)
    // The texts come before the lists and facts that all languages share.
    const isShared = ({ name }: { name: string }) => Number(languageOfFile(name) === undefined)
    const fields = Object.entries(state.files)
      .flatMap(([file, { fields }]) => (languageOfFile(file) || state.common.includes(file) ? fields : []))
      .sort((one, other) => isShared(one) - isShared(other))
    return fields.filter(({ value }) => simple(value).includes(wanted))
  }, [words, state.files, state.common])
  return (
    <>
      <p role="status" className={css.note}>
        {found.length > 0 ? interpolate(texts.found, { count: found.length }) : texts.nothing_found}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostFound).map(({ name, value }) => {
          const at = Math.max(0, simple(value).indexOf(simple(words)) - 20)
          return (
            <li key={name}>
              <Link name={name}>
                <span className={own.foundPlace}>{nameOf(name)}</span>
                <span lang={languageOfFile(name)}>
                  {at > 0 && '…'}
                  {value.slice(at, at + 80)}
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
