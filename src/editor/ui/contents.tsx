import { useId, useMemo, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { between, labelsOf } from './labels.ts'
import {
  addressOf,
  languageOfFile,
  sectionOf,
  textFile,
  titleOf,
  titleOfFile,
  titleOfSection,
  type View,
  viewOf,
} from './views.ts'

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
                <PageEntry key={page.page} page={page.page} />
              ))}
          </ul>
          <h2 className={own.listTitle}>{texts.groups.articles}</h2>
          <ol className={own.list}>
            {articles.map((page, index) => (
              <PageEntry key={page.page} page={page.page}>
                <ArticleActions article={page.page} index={index} count={articles.length} />
              </PageEntry>
            ))}
            <Entry view={{ kind: 'new article' }} title={texts.articles.add} isAction />
          </ol>
          <h2 className={own.listTitle}>{texts.groups.shared}</h2>
          <ul className={own.list}>
            {state.shared.map((section) => (
              <SharedEntry key={section} section={section} />
            ))}
          </ul>
          <ul className={own.list}>
            {state.common.map((file) => (
              <Entry
                key={file}
                view={{ kind: 'file', key: file }}
                title={titleOfFile(state, file, interfaceLanguage)}
                problems={state.problems.filter((problem) => problem.file === file).length}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function PageEntry({ page: key, children }: { page: string; children?: React.ReactNode }) {
  const { state, interfaceLanguage } = useContextOfEditor()
  const page = state.pages.find(({ page }) => page === key)
  if (!page) return null
  const files = page.sections.flatMap((section) => state.languages.map(({ language }) => textFile(language, section)))
  const problems = state.problems.filter(({ file }) => files.includes(file)).length
  const title = titleOf(state, page, interfaceLanguage)
  return (
    <Entry view={{ kind: 'page', key }} title={title} problems={problems}>
      {children}
    </Entry>
  )
}

function SharedEntry({ section }: { section: string }) {
  const { state, interfaceLanguage } = useContextOfEditor()
  const files = state.languages.map(({ language }) => textFile(language, section))
  const problems = state.problems.filter(({ file }) => files.includes(file)).length
  return (
    <Entry
      view={{ kind: 'shared', key: section }}
      title={titleOfSection(state, section, interfaceLanguage)}
      problems={problems}
    />
  )
}

type EntryProps = {
  view: View
  title: string
  count?: number
  problems?: number
  isAction?: boolean
  children?: React.ReactNode
}

function Entry({ view, title, count = 0, problems = 0, isAction = false, children }: EntryProps) {
  const { view: current, go, texts } = useContextOfEditor()
  const isCurrent = addressOf(current) === addressOf(view)
  return (
    <li>
      <a
        href={addressOf(view)}
        className={isAction ? own.action : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          go(view)
        }}
      >
        {title}
        {count > 0 && <span className={own.badge}>{count}</span>}
        {problems > 0 && <span className={own.badgeToMend}>{interpolate(texts.to_mend, { count: problems })}</span>}
      </a>
      {isCurrent && children}
    </li>
  )
}

function ArticleActions({ article, index, count }: { article: string; index: number; count: number }) {
  const { state, texts, send, go, interfaceLanguage } = useContextOfEditor()
  const [isAsking, setIsAsking] = useState(false)
  const page = state.pages.find(({ page }) => page === article)
  const title = page ? titleOf(state, page, interfaceLanguage) : texts.articles.untitled
  const move = (to: number) => void send({ op: 'move item', list: 'articles.yml#', from: index, to })
  if (isAsking)
    return (
      <div className={own.ask} role="alertdialog" aria-label={interpolate(texts.articles.remove, { title })}>
        <p>{interpolate(texts.articles.confirm, { title })}</p>
        <button
          type="button"
          onClick={() => {
            void send({ op: 'remove article', article })
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
      {index > 0 && (
        <button
          type="button"
          className={css.quiet}
          aria-label={interpolate(texts.articles.up, { title })}
          onClick={() => move(index - 1)}
        >
          <Arrow turned={false} />
        </button>
      )}
      {index < count - 1 && (
        <button
          type="button"
          className={css.quiet}
          aria-label={interpolate(texts.articles.down, { title })}
          onClick={() => move(index + 1)}
        >
          <Arrow turned />
        </button>
      )}
      {count > 1 && (
        <button
          type="button"
          className={css.quiet}
          onClick={() => setIsAsking(true)}
          aria-label={interpolate(texts.articles.remove, { title })}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" />
          </svg>
        </button>
      )}
    </div>
  )
}

const Arrow = ({ turned }: { turned: boolean }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={turned ? 'M8 2v11M3 9l5 5 5-5' : 'M8 14V3M3 7l5-5 5 5'} />
  </svg>
)

function Found({ words }: { words: string }) {
  const { state, texts, interfaceLanguage, go } = useContextOfEditor()
  const found = useMemo(() => {
    const wanted = fold(words)
    // The texts come before the lists and facts that all languages share.
    const isShared = ({ name }: { name: string }) => Number(languageOfFile(name) === undefined)
    const fields = Object.entries(state.files)
      .flatMap(([file, { fields }]) => (languageOfFile(file) || state.common.includes(file) ? fields : []))
      .sort((one, other) => isShared(one) - isShared(other))
    return fields.filter(({ value }) => fold(value).includes(wanted))
  }, [words, state.files, state.common])
  return (
    <>
      <p role="status" className={css.note}>
        {found.length > 0 ? interpolate(texts.found, { count: found.length }) : texts.nothing_found}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostFound).map(({ name, path, value }) => {
          const [file = ''] = name.split('#')
          const language = state.languages.find((each) => file.startsWith(`texts/${each.language}/`))
          const section = sectionOf(file)
          const at = Math.max(0, fold(value).indexOf(fold(words)) - 20)
          return (
            <li key={name}>
              <a
                href={addressOf(viewOf(state, name))}
                onClick={(event) => {
                  event.preventDefault()
                  go(viewOf(state, name), name)
                }}
              >
                <span className={own.foundPlace}>
                  {section
                    ? titleOfSection(state, section, interfaceLanguage)
                    : titleOfFile(state, file, interfaceLanguage)}
                  {between}
                  {labelsOf(state, file, texts, interfaceLanguage).get(path)}
                  {language && between + language.name}
                </span>
                <span lang={language?.language}>
                  {at > 0 && '…'}
                  {value.slice(at, at + 80)}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** As somebody types who looks for something: without capitals and accents. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
