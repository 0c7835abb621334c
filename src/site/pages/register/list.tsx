import type { ListLinks, RegisterView } from '../../../shared/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import { Weave, type WeaveState } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './list.module.css'

export type Shown<Part extends keyof RegisterView> = { content: Content } & Required<Pick<RegisterView, Part>>

const tones: Partial<Record<WeaveState, string | undefined>> = {
  'in-force': css.yes,
  suspended: css.no,
  withdrawn: css.no,
}

/** What to choose from, closed where words were typed, so that what they find is near. */
export function Choices({ content, list, isOpen }: Shown<'list'> & { isOpen: boolean }) {
  const { choose } = content
  return (
    <details open={isOpen || list.choices.some(({ asked }) => asked)}>
      <summary>{choose.title}</summary>
      <div className={css.choices}>
        {list.choices.map(({ name, asked, options }) => (
          <label key={name}>
            {choose[name]}
            <select name={name} defaultValue={asked}>
              <option value="">{choose.all}</option>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  )
}

/** All certificates, with what the register is; or those that were found. */
export function List({ content, list, isAll }: Shown<'list'> & { isAll: boolean }) {
  const { reading, download, changes } = content
  const { summary, listed, links } = list
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  return (
    <>
      <div className="prose">
        <RichText text={summary} />
      </div>
      <div className="full">
        {listed.length > 0 && <Table content={content} listed={listed} />}
        <Pages content={content} links={links} />
        {isAll && (
          <p>
            <a href={changes.address}>{changes.title}</a>
          </p>
        )}
      </div>
      {isAll && <TitledText {...reading} />}
      {isAll && <TitledText title={download.title} body={[['p', null, file], ...download.body]} />}
    </>
  )
}

type TableProps = { content: Content; listed: NonNullable<RegisterView['list']>['listed'] }

/** Certificates, a line each. */
export function Table({ content, listed }: TableProps) {
  const { search, choose, details } = content
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {[details.number, `${details.holder} · ${details.plant}`, details.oval, details.town, details.covers].map(
            (title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ),
          )}
          <th scope="col">{choose.state}</th>
        </tr>
      </thead>
      <tbody>
        {listed.map(({ number, names, covers, state, inWords }) => (
          <tr key={number}>
            <th scope="row" className={`serif ${css.number}`}>
              <a href={`${search.action}/${number}`}>
                <Name of={number} />
              </a>
            </th>
            {names.map((name) => (
              <td key={name}>
                <Name of={name} />
              </td>
            ))}
            <td>{covers}</td>
            <td className={tones[state]} data-state={state} data-state-shown>
              <span className={css.listedState}>
                <Weave state={state} />
                <span>{inWords}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What was decided in the last months, each with its certificate. */
export function Changes({ content, changes }: Shown<'changes'>) {
  const { lead, feed, none, address } = content.changes
  const { entries, links } = changes
  return (
    <>
      <p className="lead">{lead}</p>
      <p className={css.feed}>
        <a href={`${address}.atom`} type="application/atom+xml">
          {feed}
        </a>
      </p>
      {entries.length === 0 && <p>{none}</p>}
      <ul className={`full rows ${css.entries}`}>
        {entries.map(({ id, number, names, at, day, state, what, sentences }) => (
          <li className="ledger" key={id}>
            <time className="note" dateTime={at}>
              {day}
            </time>
            <strong className={css.what}>
              <Weave state={state} /> {what}{' '}
              <a className={`serif ${css.number}`} href={`${content.search.action}/${number}`}>
                <Name of={number} />
              </a>
            </strong>
            <Names names={names} />
            <div>
              <RichText text={sentences} />
            </div>
          </li>
        ))}
      </ul>
      <Pages content={content} links={links} />
    </>
  )
}

/** The other pages of a long list. */
function Pages({ content, links }: { content: Content; links: ListLinks }) {
  const { pages } = content
  const { here, previous, next } = links
  if (links.pages.length < 2) return null
  return (
    <nav className={`links ${css.pages}`} aria-label={pages.title}>
      <span>{here}</span>
      {previous && (
        <a href={previous} rel="prev">
          {pages.previous}
        </a>
      )}
      {next && (
        <a href={next} rel="next">
          {pages.next}
        </a>
      )}
      <ul>
        {links.pages.map(({ page, address }) => (
          <li key={page}>{address ? <a href={address}>{page}</a> : <span aria-current="page">{page}</span>}</li>
        ))}
      </ul>
    </nav>
  )
}

/** A name or a number: no browser translates it, and it is read from left to right in any text. */
export const Name = ({ of }: { of: string }) => <bdi translate="no">{of}</bdi>

const Names = ({ names }: { names: string[] }) => (
  <span className="note">
    {names.map((name, index) => (
      <span key={name}>
        {index > 0 && ' · '}
        <Name of={name} />
      </span>
    ))}
  </span>
)
