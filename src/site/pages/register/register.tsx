import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { ListLinks, RegisterView } from '../../../shared/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { Field } from '../../components/field/field.tsx'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import { Weave } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './register.module.css'

type Shown<Part extends keyof RegisterView> = { content: Content } & Required<Pick<RegisterView, Part>>

/** The register of certificates: a list, one certificate, what changed, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, search, stale, back } = content
  const { heading, typed, list, certificate, changes, advice, ofBatch } = content.view
  const { answer, packed, batch } = certificate?.pack ?? {}
  // In place, the focus moves to the heading, with which a screen reader says what describes it.
  const descriptions = [answer && 'answer', packed?.error && 'packed-error', batch?.error && 'batch-error']
  const choices = list?.choices ?? []
  const asked = [typed, ...choices.map(({ asked }) => asked)]
  const isResult = asked.some(Boolean)
  const form = (
    <RegisterSearch {...search} query={typed} key={asked.join('\n')}>
      {list && <Choices content={content} list={list} isOpen={!typed} />}
    </RegisterSearch>
  )
  return (
    <article className={css.page}>
      {isResult && form}
      {!list && (
        <p className={css.back}>
          <a href={search.action}>{back}</a>
        </p>
      )}
      <h1 aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}>
        <RichText text={heading ?? [title]} />
      </h1>
      {answer && (
        <div className={css.answer} data-state-shown data-covered={answer.isCovered ?? 'unknown'}>
          <p className="serif answer" id="answer">
            <RichText text={answer.sentence} />
          </p>
          <RichText text={answer.advice} />
        </div>
      )}
      <p className={css.stale} role="status">
        {stale}
      </p>
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
        <section>
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
      <section>
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
            <th scope="row">
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
            <td className={css.listedState} data-state={state} data-state-shown>
              <Weave state={state} />
              {inWords}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Certificate({ content, certificate }: Shown<'certificate'>) {
  const { states, proof, sheet, details, history } = content
  const { number, address, state } = certificate
  const code = `/c/${number}.svg`
  // What is compared with a pack is shown with the state, the rest below.
  const compared = [details.holder, details.plant, details.oval]
  const [first = [], ...others] = certificate.sentences.map((sentence) => [sentence])
  return (
    <div className={css.certificate}>
      {/* A state that changes while it is shown is announced; another certificate or language is not such a change. */}
      <div className={css.state} data-state={state} data-state-shown aria-live="polite" key={content.title}>
        {certificate.isSpecimen && <p className={css.tag}>{content.specimen}</p>}
        <p className={`serif ${css.stateName}`}>
          <Weave state={state} size={64} />
          {states[state]}
        </p>
        <p className={`note ${css.today}`}>{interpolate(sheet.day, content)}</p>
        <RichText text={first} />
        <Details details={certificate.details.filter(([label]) => compared.includes(label))} />
        <RichText text={others.flat()} />
        {state === 'in-force' && <p>{content.differs}</p>}
      </div>
      <section className={css.facts}>
        <h2>{details.title}</h2>
        <Details details={certificate.details.filter(([label]) => !compared.includes(label))} />
      </section>
      {certificate.history.length > 0 && (
        <section data-state-shown className={css.facts}>
          <h2>{history.title}</h2>
          <ol className={css.history}>
            {certificate.history.map(({ sentences }) => (
              <li key={JSON.stringify(sentences)}>
                <RichText text={sentences} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className={css.aside}>
        <PackQuestion content={content} certificate={certificate} />
        <figure className={css.code}>
          <a href={code} download={`${number}.svg`}>
            <img src={code} alt="" width={160} height={160} />
            <span className={css.codeLabel}>{sheet.code}</span>
          </a>
          <figcaption>
            <span className="screen-only note">{sheet.print}</span>
            <span className={css.sheet}>{interpolate(sheet.proof, { address })}</span>
          </figcaption>
        </figure>
        <div className={css.proof}>
          <h2>{proof.title}</h2>
          <RichText text={interpolateRichText(proof.body, { address })} />
        </div>
      </div>
    </div>
  )
}

function Details({ details }: { details: [label: string, value: string, isName?: boolean][] }) {
  return (
    <dl className={css.details}>
      {details.map(([label, value, isName]) => (
        <div key={label}>
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
      <ul className={css.list}>
        {entries.map(({ id, number, names, at, day, what, sentences }) => (
          <li key={id}>
            <time className="note" dateTime={at}>
              {day}
            </time>{' '}
            <strong>
              {what}{' '}
              <a href={`${content.search.action}/${number}`}>
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
