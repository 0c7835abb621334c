import { Fragment, type SubmitEvent, useState } from 'react'
import { textsIn } from '../../content/text-tree.ts'
import { fold, hyphenated } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { sitePages } from '../../shared/pages.ts'
import { articleList, languageOfFile, nameOf, sectionOf, textFileOf } from '../content-paths.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { positionOf } from './search.ts'
import { commonFiles, ofHome, useSite } from './site.ts'
import { edit, go } from './store.ts'

const mostFound = 50

/** What there is to edit, as the site names it, and a search through all of it. */
export function Contents() {
  const site = useSite()
  const { words, articles } = site
  const [sought, setSought] = useState('')
  const sections = new Set(Object.keys(site.state.now).filter(site.treeOf).map(sectionOf))
  // Text files that several pages show, or none.
  const shared = [...sections].filter((section) => section && ![...site.pages, ...ofHome].includes(section))
  const lists: [title: string, views: string[]][] = [
    [words.groups.pages, Object.keys(sitePages)],
    [words.groups.shared, [...shared, ...commonFiles]],
    [words.groups.articles, articles],
  ]
  /** Adds an article under a title in the language of the interface, and opens it. */
  const addArticle = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title')).trim()
    const key = (fold(title).match(/[a-z0-9]+/g) ?? ['article']).join('_').replace(/^\d/, 'a$&')
    const isTaken = (name: string) => [...site.pages, ...sections, ...Object.keys(words.sections)].includes(name)
    let article = key
    for (let count = 2; isTaken(article); count++) article = `${key}_${count}`
    const file = textFileOf(site.language, article)
    const isAdded = await edit([articleList], (was) => [...(Array.isArray(was) ? was : []), article])
    const isNamed = isAdded && (await edit([`${file}#title`, `${file}#head.title`], () => title))
    if (isNamed && (await edit([`${file}#head.slug`], () => hyphenated(title)))) go(`${file}#teaser`)
  }
  return (
    <>
      <search>
        <label className={own.search}>
          {words.search}
          <input type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
        </label>
      </search>
      {sought.trim().length > 1 ? (
        <Found sought={oneLine(sought)} />
      ) : (
        <>
          {lists.map(([title, views]) => (
            <Fragment key={title}>
              <h2 className={`minor-heading ${own.listTitle}`}>{title}</h2>
              <ol className={own.list}>
                {views.map((view) => (
                  <Entry key={view} view={view} />
                ))}
              </ol>
            </Fragment>
          ))}
          <form className={css.stack} onSubmit={addArticle}>
            <label>
              {words.articles.title}
              <input name="title" required pattern=".*\S.*" maxLength={100} />
            </label>
            <button type="submit">{words.articles.add}</button>
          </form>
        </>
      )}
    </>
  )
}

function Entry({ view }: { view: string }) {
  const site = useSite()
  const problems = site.problemsIn(view).length
  return (
    <li>
      <a href={`#${view}`} aria-current={site.view === view ? 'page' : undefined}>
        {site.title(view)}
        {problems > 0 && (
          <span className={`${css.badge} ${css.wrong}`}>{interpolate(site.words.to_fix, { count: problems })}</span>
        )}
      </a>
    </li>
  )
}

function Found({ sought }: { sought: string }) {
  const site = useSite()
  const found = [...Object.keys(site.state.now).filter(sectionOf), ...commonFiles]
    .flatMap((file) => [...textsIn(site.treeOf(file) ?? '')].map(([path]) => nameOf(file, path)))
    .map((name) => ({ name, text: oneLine(site.displayText(name, site.treeOf(name))) }))
    .map((value) => ({ ...value, at: positionOf(sought, value.text) }))
    .filter(({ at }) => at >= 0)
  return (
    <>
      <p role="status" className="note">
        {found.length > 0 ? interpolate(site.words.found, { count: found.length }) : site.words.nothing_found}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostFound).map(({ name, text, at }) => (
          <li key={name}>
            <a href={`#${name}`}>
              <span className={own.foundIn}>{site.breadcrumb(name)}</span>
              <span lang={languageOfFile(name)}>{text.slice(at, at + 80)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
