import { useId, useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { type Certificate, dayIn, registerColumns, stateOn } from '../../shared/register/certificate.ts'
import { nextNumber } from '../../shared/register/number.ts'
import { fileOf, pathOf, registerFile, within } from '../content-paths.ts'
import own from './contents.module.css'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { Problems } from './parts.tsx'
import { type Site, useSite } from './site.ts'
import { edit, go } from './store.ts'

const list = `${registerFile}#`
/** More are found with the search. */
const mostListed = 100

/** The register: the list of its certificates, or one of them. */
export function Register({ view }: { view: string }) {
  return pathOf(view).length > 0 ? <OneCertificate name={view} /> : <Certificates />
}

function Certificates() {
  const site = useSite()
  const { register: words } = site.words
  const [sought, setSought] = useState('')
  const certificates = Object.entries(site.certificates)
  const found = certificates.filter(([, cells]) => fold(Object.values(cells).join(' ')).includes(fold(sought.trim())))
  const ofFile = site.state.problems.filter(({ name }) => fileOf(name) === registerFile && !pathOf(name)[0])
  const add = async () => {
    const number = nextNumber(Object.keys(site.certificates), today(site))
    const empty = Object.fromEntries(registerColumns.map((column) => [column, '']))
    if (await edit([`${list}${number}`], () => ({ ...empty, number }))) go(`${list}${number}.holder`)
  }
  return (
    <section className={css.section} aria-label={words.title}>
      <p className={css.note}>{words.about}</p>
      <Problems problems={ofFile} />
      <p>
        <button type="button" onClick={() => void add()}>
          {words.add}
        </button>
      </p>
      {certificates.length > 0 && (
        <label className={own.search}>
          {words.search}
          <input type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
        </label>
      )}
      <p role="status" className={css.note}>
        {interpolate(words.count, { count: found.length })}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostListed).map(([number, cells]) => {
          const problems = problemsOf(site, number)
          return (
            <li key={number}>
              <a href={`#${list}${number}`}>
                <span>{[number, cells.holder, cells.plant].filter(Boolean).join(' · ')}</span>
                <strong>{stateIn(site, cells)}</strong>
                {problems > 0 && (
                  <span className={own.badgeToFix}>{interpolate(site.words.to_fix, { count: problems })}</span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function OneCertificate({ name }: { name: string }) {
  const site = useSite()
  const { register: words, list: lists } = site.words
  const number = String(pathOf(name)[0])
  const remove = async () => {
    if (!confirm(interpolate(words.confirm, { number }))) return
    if (await edit([name], () => null)) go(registerFile)
  }
  const cells = site.certificates[number]
  const hints: Partial<Record<string, string>> = words.hints
  return (
    <section className={css.section} aria-label={number}>
      <p className={css.actions}>
        <a href={`#${registerFile}`}>{words.back}</a>
        <strong>{cells && stateIn(site, cells)}</strong>
        <button type="button" onClick={() => void remove()}>
          {interpolate(lists.remove, { item: number })}
        </button>
      </p>
      {Object.entries(words.columns)
        .filter(([column]) => column !== 'number')
        .map(([column, title]) => (
          <Cell key={column} name={within(name, column)} title={title} hint={hints[column]} />
        ))}
      <Problems problems={site.state.problems.filter((problem) => [name, `${name}.number`].includes(problem.name))} />
    </section>
  )
}

function Cell({ name, title, hint }: { name: string; title: string; hint: string | undefined }) {
  const id = useId()
  return (
    <div className={css.row}>
      <div className={css.itemHead}>
        <h3 id={id}>{title}</h3>
      </div>
      {hint && (
        <p id={`${id}-note`} className={css.note}>
          {hint}
        </p>
      )}
      <ValueField name={name} labelledBy={id} describedBy={hint && `${id}-note`} />
    </div>
  )
}

const problemsOf = (site: Site, number: string) =>
  site.state.problems.filter(({ name }) => fileOf(name) === registerFile && pathOf(name)[0] === number).length

/** The state today, in the words of the register's own page. */
function stateIn(site: Site, cells: Certificate): string {
  const states = site.registerWords('states')
  const state = stateOn(cells, today(site))
  return cells.from && cells.until ? (states[state] ?? state) : ''
}

function today(site: Site): string {
  try {
    return dayIn(String(site.treeOf('organisation.yml#time_zone')), new Date())
  } catch {
    // The time zone is being typed.
    return dayIn('UTC', new Date())
  }
}
