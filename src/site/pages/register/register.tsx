import { countryName } from '../../../shared/country-name.ts'
import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import { longDate } from '../../../shared/long-date.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { type Certificate, dayColumns, isSpecimen, stateOn } from '../../../shared/register/certificate.ts'
import type { RegisterView } from '../../../shared/register/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

type Content = PageContents['register']
type Shown<Kind extends RegisterView['kind']> = { content: Content; view: RegisterView & { kind: Kind } }

/** The register of certificates: its overview, a search, one certificate, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, lead, view, search, results, published, listed, reading, download } = content
  const isOverview = view.kind === 'list' && view.query === ''
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {isOverview && <p className={`lead ${css.lead}`}>{lead}</p>}
      {view.kind === 'certificate' && <OneCertificate content={content} view={view} />}
      {view.kind === 'none' && <RichText text={view.advice} />}
      {view.kind === 'list' && view.query && (
        <section>
          {view.listed.length > 0 && <p>{interpolate(results.count, view)}</p>}
          <Certificates content={content} view={view} {...results} />
        </section>
      )}
      <RegisterSearch {...search} query={view.kind === 'list' ? view.query : ''} />
      {isOverview && (
        <>
          <p>{interpolate(published, view)}</p>
          <section>
            <h2>{listed.title}</h2>
            <Certificates content={content} view={view} {...listed} />
          </section>
          <TitledText {...reading} />
          <TitledText title={download.title} body={[['p', null, file], ...download.body]} />
        </>
      )}
    </article>
  )
}

/** The first certificates of a list, and what to say if there are none, or more. */
function Certificates({ content, view, none, more }: Shown<'list'> & { none: string; more: string }) {
  const { search, states, today, language, listed } = content
  return (
    <>
      {view.listed.length === 0 && <p>{interpolate(none, view)}</p>}
      <ul className={css.list}>
        {view.listed.map((certificate) => {
          const { number, holder, plant } = certificate
          const state = stateOn(certificate, today)
          const since = state === 'suspended' || state === 'withdrawn' ? longDate(certificate[state], language) : ''
          return (
            <li key={number}>
              <a href={`${search.action}/${number}`}>{number}</a>{' '}
              <span>{[holder, plant, townOf(certificate, language)].filter(Boolean).join(' · ')}</span>{' '}
              <strong>{since ? interpolate(listed.since, { state: states[state], since }) : states[state]}</strong>
            </li>
          )
        })}
      </ul>
      {view.isCut && <p>{more}</p>}
    </>
  )
}

function OneCertificate({ content, view: { certificate, address } }: Shown<'certificate'>) {
  const { states, sentences, earlier, proof, search, today, language } = content
  const { title, ...labels } = content.details
  const { number, suspended, batches, replaced_by } = certificate
  const state = stateOn(certificate, today)
  const shown: Record<string, string> = {
    ...certificate,
    ...Object.fromEntries(dayColumns.map((column) => [column, longDate(certificate[column], language)])),
    town: townOf(certificate, language),
    covers: wordsOf(content.covers, certificate.covers),
    reason: wordsOf(content.reasons, certificate.reason),
  }
  const shownLabels = Object.entries(labels).filter(([column]) => shown[column])
  const replacement = <a href={`${search.action}/${replaced_by}`}>{replaced_by}</a>
  // A future suspension is not announced before its day. A later state does not undo a suspension.
  const isSuspended = suspended !== '' && suspended <= today
  const isHalted = isSuspended || state === 'withdrawn'
  return (
    <>
      <div className={css.state} data-state={state}>
        <p className={`serif ${css.stateName}`}>{states[state]}</p>
        {isSpecimen(number) && <p>{content.specimen}</p>}
        <p>{interpolate(sentences[state], shown)}</p>
        {isSuspended && state !== 'suspended' && <p>{interpolate(earlier.suspended, shown)}</p>}
        {isHalted && <p>{interpolate(batches ? earlier.batches : earlier.kept, shown)}</p>}
        {state === 'in_force' && <p>{content.differs}</p>}
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
      <TitledText title={proof.title} body={interpolateRichText(proof.body, { address })} />
    </>
  )
}

const townOf = ({ town, country }: Certificate, language: Language) => `${town} (${countryName(country, language)})`

/** The words for keys that are separated by spaces. */
const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
