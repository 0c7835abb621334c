import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { isSpecimen, type RegisterView } from '../../../shared/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

type Content = PageContents['register']
type Shown<Part extends keyof RegisterView> = { content: Content } & Required<Pick<RegisterView, Part>>

/** The register of certificates: a list, one certificate, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, search } = content
  const { list, certificate, advice } = content.view
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {list && <List content={content} list={list} />}
      {certificate && <OneCertificate content={content} certificate={certificate} />}
      {advice && <RichText text={advice} />}
      {!list && <RegisterSearch {...search} />}
    </article>
  )
}

/** All certificates, with what the register is; or those that were found, with the search below them. */
function List({ content, list }: Shown<'list'>) {
  const { lead, reading, download, search, choose, states, since, pages } = content
  const { typed, choices, summary, listed, page, previous, next } = list
  const asked = [typed, ...choices.map(({ asked }) => asked)]
  const isAll = !asked.some(Boolean)
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  const form = (
    <RegisterSearch {...search} query={typed} key={asked.join('\n')}>
      <div className={css.choices}>
        {choices.map(({ name, asked, options }) => (
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
    </RegisterSearch>
  )
  return (
    <>
      {isAll && <p className={`lead ${css.lead}`}>{lead}</p>}
      {isAll && form}
      <section>
        <p>{summary}</p>
        <ul className={css.list}>
          {listed.map(({ number, holder, plant, oval, state, words }) => {
            const day = state === 'suspended' || state === 'withdrawn' ? words[state] : ''
            return (
              <li key={number}>
                <a href={`${search.action}/${number}`}>{number}</a>{' '}
                <span>{[holder, plant, oval, words.town].filter(Boolean).join(' · ')}</span>{' '}
                <strong>{day ? interpolate(since, { state: states[state], day }) : states[state]}</strong>
              </li>
            )
          })}
        </ul>
        {(previous || next) && (
          <nav className={css.pages} aria-label={pages.title}>
            {previous && <a href={previous}>{pages.previous}</a>}
            <span>{page}</span>
            {next && <a href={next}>{pages.next}</a>}
          </nav>
        )}
      </section>
      {!isAll && form}
      {isAll && <TitledText {...reading} />}
      {isAll && <TitledText title={download.title} body={[['p', null, file], ...download.body]} />}
    </>
  )
}

function OneCertificate({ content, certificate }: Shown<'certificate'>) {
  const { states, sentences, earlier, proof, sheet, search } = content
  const { title, ...labels } = content.details
  const { number, suspended, batches, replaced_by, state, words: shown } = certificate
  const shownLabels = Object.entries(labels).filter(([column]) => shown[column])
  const replacement = <a href={`${search.action}/${replaced_by}`}>{replaced_by}</a>
  // A later state does not undo a suspension.
  const isHalted = suspended !== '' || state === 'withdrawn'
  const code = `/c/${number}.svg`
  return (
    <>
      {/* A state that changes while it is shown is announced; another certificate or language is not such a change. */}
      <div className={css.state} data-state={state} aria-live="polite" key={content.title}>
        <p className={`serif ${css.stateName}`}>{states[state]}</p>
        {isSpecimen(number) && <p>{content.specimen}</p>}
        <p>{interpolate(sentences[state], shown)}</p>
        {suspended && state !== 'suspended' && <p>{interpolate(earlier.suspended, shown)}</p>}
        {isHalted && <p>{interpolate(batches ? earlier.batches : earlier.kept, shown)}</p>}
        {state === 'in_force' && <p>{content.differs}</p>}
        <p className="note">{interpolate(sheet.day, content)}</p>
      </div>
      <section>
        <h2>{title}</h2>
        <dl className={css.details}>
          {shownLabels.map(([column, label]) => (
            <div key={column}>
              <dt>{label}</dt>
              <dd>{column === 'replaced_by' ? replacement : shown[column]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <figure className={css.code}>
        <a href={code} download={`${number}.svg`}>
          <img src={code} alt="" width={160} height={160} />
          <span className={css.codeLabel}>{sheet.code}</span>
        </a>
        <figcaption className={css.sheet}>{interpolate(sheet.proof, certificate)}</figcaption>
      </figure>
      <div className={css.proof}>
        <TitledText title={proof.title} body={interpolateRichText(proof.body, { address: certificate.address })} />
      </div>
    </>
  )
}
