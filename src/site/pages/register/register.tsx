import type { ReactNode } from 'react'
import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { ListLinks, RegisterView } from '../../../shared/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { Field } from '../../components/field/field.tsx'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import { Weave, type WeaveState } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './register.module.css'

type Shown<Part extends keyof RegisterView> = { content: Content } & Required<Pick<RegisterView, Part>>

/** The register of certificates: a list, one certificate, what changed, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, search, stale, back } = content
  const { heading, typed, list, certificate, changes, advice, ofBatch } = content.view
  const choices = list?.choices ?? []
  const asked = [typed, ...choices.map(({ asked }) => asked)]
  const isResult = asked.some(Boolean)
  const form = (
    <RegisterSearch {...search} query={typed} key={asked.join('\n')}>
      {list && <Choices content={content} list={list} isOpen={!typed} />}
    </RegisterSearch>
  )
  const backLink = !list && (
    <p className={css.back}>
      <a href={search.action}>{back}</a>
    </p>
  )
  return (
    <article className={`page ${css.register}`}>
      {certificate ? (
        <Panel content={content} certificate={certificate}>
          {backLink}
        </Panel>
      ) : (
        <>
          {isResult && form}
          {backLink}
          <h1>
            <RichText text={heading ?? [title]} />
          </h1>
          <p className={css.stale} role="status">
            {stale}
          </p>
        </>
      )}
      {list && !isResult && (
        <>
          <p className="lead">{content.lead}</p>
          {form}
        </>
      )}
      {list && <List content={content} list={list} isAll={!isResult} />}
      {certificate && <Certificate content={content} certificate={certificate} />}
      {changes && <Changes content={content} changes={changes} />}
      {advice && (
        <div className="prose">
          <RichText text={advice} />
        </div>
      )}
      {ofBatch && (
        <section className="full">
          <h2>
            <RichText text={ofBatch.title} />
          </h2>
          <Table content={content} listed={ofBatch.listed} />
        </section>
      )}
      {!list && !isResult && form}
    </article>
  )
}

/** How a state is said by colour: yes, no, or neither. */
const tones: Partial<Record<WeaveState, string | undefined>> = {
  'in-force': css.yes,
  yes: css.yes,
  suspended: css.no,
  withdrawn: css.no,
  no: css.no,
}

/** From edge to edge, seen from two metres: the answer for a pack if it was asked for, else the state of the certificate. */
function Panel({ content, certificate, children }: Shown<'certificate'> & { children: ReactNode }) {
  const { title, stale, pack: words, view } = content
  const { answer, packed, batch } = certificate.pack
  // In place, the focus moves to the heading, with which a screen reader says what describes it.
  const descriptions = [answer && 'answer', packed.error && 'packed-error', batch?.error && 'batch-error']
  const shown = answer?.outcome ?? certificate.state
  return (
    <div className={`band ledger ${css.panel} ${tones[shown] ?? ''}`}>
      <Weave state={shown} size={160} />
      {children}
      <h1 aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}>
        <RichText text={view.heading ?? [title]} />
      </h1>
      {answer ? (
        <div className={css.said} data-state-shown data-covered={answer.isCovered ?? 'unknown'}>
          <div id="answer">
            <p className={`serif ${css.word}`}>{words.in_a_word[answer.outcome]}</p>
            <p>
              <RichText text={answer.sentence} />
            </p>
          </div>
          <RichText text={answer.advice} />
        </div>
      ) : (
        <StateToday content={content} certificate={certificate} />
      )}
      <p className={css.stale} role="status">
        {stale}
      </p>
    </div>
  )
}

/** A state that changes while it is shown is announced; another certificate or language is not such a change. */
function StateToday({ content, certificate }: Shown<'certificate'>) {
  const { states, sheet } = content
  const { state, sentences, pack } = certificate
  return (
    <div className={css.said} data-state={state} data-state-shown aria-live="polite" key={content.title}>
      <p className={`serif ${pack.answer ? css.today : css.word}`}>{states[state]}</p>
      <RichText text={sentences} />
      <p className="note">{interpolate(sheet.day, content)}</p>
    </div>
  )
}

/** What to choose from, closed where words were typed, so that what they find is near. */
function Choices({ content, list, isOpen }: Shown<'list'> & { isOpen: boolean }) {
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
function List({ content, list, isAll }: Shown<'list'> & { isAll: boolean }) {
  const { reading, download, changes } = content
  const { summary, listed, links } = list
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  return (
    <>
      <section className={`full ${css.list}`}>
        <div className="prose">
          <RichText text={summary} />
        </div>
        {listed.length > 0 && <Table content={content} listed={listed} />}
        <Pages content={content} links={links} />
        {isAll && (
          <p>
            <a href={changes.address}>{changes.title}</a>
          </p>
        )}
      </section>
      {isAll && <TitledText {...reading} />}
      {isAll && <TitledText title={download.title} body={[['p', null, file], ...download.body]} />}
    </>
  )
}

type TableProps = { content: Content; listed: NonNullable<RegisterView['list']>['listed'] }

/** Certificates, a line each. */
function Table({ content, listed }: TableProps) {
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

function Certificate({ content, certificate }: Shown<'certificate'>) {
  const { proof, sheet, details, history, differs, specimen } = content
  const { number, address, state, pack, isSpecimen } = certificate
  const code = `/c/${number}.svg`
  // What is compared with a pack comes first.
  const compared = [details.holder, details.plant, details.oval]
  const question = <PackQuestion content={content} certificate={certificate} />
  return (
    <>
      {isSpecimen && <p className={css.specimen}>{specimen}</p>}
      {pack.answer && (
        <details className={css.again}>
          <summary>{content.pack.again}</summary>
          {question}
        </details>
      )}
      {pack.answer && (
        <section className={css.now}>
          <Weave state={state} size={64} />
          <StateToday content={content} certificate={certificate} />
        </section>
      )}
      <div className={`full ${css.facts}`}>
        <Details details={certificate.details.filter(([label]) => compared.includes(label))} />
        {state === 'in-force' && <p>{differs}</p>}
      </div>
      {!pack.answer && question}
      <section className={`full ${css.facts}`}>
        <h2>{details.title}</h2>
        <Details details={certificate.details.filter(([label]) => !compared.includes(label))} />
      </section>
      {certificate.history.length > 0 && (
        <section data-state-shown className={`full ${css.facts}`}>
          <h2>{history.title}</h2>
          <ol className={`${css.entries} ${css.history}`}>
            {certificate.history.map(({ state, sentences }) => (
              <li className="ledger" key={JSON.stringify(sentences)}>
                <Weave state={state} size={32} />
                <div>
                  <RichText text={sentences} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      <figure className={css.code}>
        <a href={code} download={`${number}.svg`}>
          <img src={code} alt="" width={160} height={160} />
          <span className="screen-only">{sheet.code}</span>
        </a>
        <figcaption>
          <span className="screen-only note">{sheet.print}</span>
          <span className={css.sheet}>{interpolate(sheet.proof, { address })}</span>
        </figcaption>
      </figure>
      <section className={css.proof}>
        <h2>{proof.title}</h2>
        <RichText text={interpolateRichText(proof.body, { address })} />
      </section>
    </>
  )
}

function Details({ details }: { details: [label: string, value: string, isName?: boolean][] }) {
  return (
    <dl className={css.details}>
      {details.map(([label, value, isName]) => (
        <div className="ledger" key={label}>
          <dt>{label}</dt>
          <dd>{isName ? <Name of={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Asks for the day and the batch of a pack. A plain form, as the search is. */
function PackQuestion({ content, certificate }: Shown<'certificate'>) {
  const { title, packed, packed_hint, batch, batch_hint, submit } = content.pack
  const { number, pack } = certificate
  const hint = interpolate(packed_hint, { example: content.exampleDay })
  return (
    <section className={css.pack}>
      <h2>{title}</h2>
      <form
        action={`${content.search.action}/${number}`}
        className={css.question}
        noValidate
        key={JSON.stringify(pack)}
      >
        <Field
          name="packed"
          type="date"
          label={packed}
          hint={hint}
          error={pack.packed.error}
          defaultValue={pack.packed.value}
        />
        {pack.batch && (
          <Field
            {...{
              name: 'batch',
              label: batch,
              hint: batch_hint,
              error: pack.batch.error,
              defaultValue: pack.batch.value,
            }}
            maxLength={100}
            spellCheck={false}
            autoComplete="off"
          />
        )}
        <button type="submit">{submit}</button>
      </form>
    </section>
  )
}

/** What was decided in the last months, each with its certificate. */
function Changes({ content, changes }: Shown<'changes'>) {
  const { lead, feed, none, address } = content.changes
  const { entries, links } = changes
  return (
    <>
      <p className="lead">{lead}</p>
      <p>
        <a href={`${address}.atom`} type="application/atom+xml">
          {feed}
        </a>
      </p>
      {entries.length === 0 && <p>{none}</p>}
      <ul className={`full ${css.entries}`}>
        {entries.map(({ id, number, names, at, day, state, what, sentences }) => (
          <li className="ledger" key={id}>
            <time className="note" dateTime={at}>
              {day}
            </time>{' '}
            <strong>
              <Weave state={state} /> {what}{' '}
              <a className={`serif ${css.number}`} href={`${content.search.action}/${number}`}>
                <Name of={number} />
              </a>
            </strong>{' '}
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
const Name = ({ of }: { of: string }) => <bdi translate="no">{of}</bdi>

const Names = ({ names }: { names: string[] }) => (
  <span>
    {names.map((name, index) => (
      <span key={name}>
        {index > 0 && ' · '}
        <Name of={name} />
      </span>
    ))}
  </span>
)
