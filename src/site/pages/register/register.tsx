import { countryName } from '../../../shared/country-name.ts'
import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import { longDate } from '../../../shared/long-date.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { type Certificate, dayColumns, isSpecimen } from '../../../shared/register/certificate.ts'
import type { RegisterView, ShownCertificate } from '../../../shared/register/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

type Content = PageContents['register']
type ListView = RegisterView & { kind: 'list' }
type Shown<Kind extends RegisterView['kind']> = { content: Content; view: RegisterView & { kind: Kind } }

/** The register of certificates: a list, one certificate, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, lead, view, search, published, listed, reading, download } = content
  const isOverview = view.kind === 'list' && !view.query && view.choices.every(({ chosen }) => !chosen)
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  const form = view.kind === 'list' ? <Choices content={content} view={view} /> : <RegisterSearch {...search} />
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {view.kind === 'certificate' && <OneCertificate content={content} view={view} />}
      {view.kind === 'none' && <RichText text={view.advice} />}
      {isOverview && <p className={`lead ${css.lead}`}>{lead}</p>}
      {isOverview && form}
      {view.kind === 'list' && (
        <section>
          <p>{interpolate(isOverview ? published : foundWords(content, view), view)}</p>
          <Certificates content={content} certificates={view.listed} />
          <ListPages content={content} view={view} />
        </section>
      )}
      {!isOverview && form}
      {isOverview && (
        <>
          {view.halted.length > 0 && (
            <section>
              <h2>{listed.title}</h2>
              <Certificates content={content} certificates={view.halted} />
              <p>{listed.more}</p>
            </section>
          )}
          <TitledText {...reading} />
          <TitledText title={download.title} body={[['p', null, file], ...download.body]} />
        </>
      )}
    </article>
  )
}

function foundWords({ results }: Content, { listed, query, isNear }: ListView): string {
  if (listed.length === 0) return query ? results.none : results.none_chosen
  return isNear ? results.near : results.count
}

/** The search, with what to choose from. */
function Choices({ content, view }: Shown<'list'>) {
  const { search, choose } = content
  return (
    <RegisterSearch {...search} query={view.query} isOptional key={JSON.stringify(view.choices)}>
      <div className={css.choices}>
        {view.choices.map(({ name, chosen, options }) => (
          <label key={name}>
            {choose[name]}
            <select name={name} defaultValue={chosen}>
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
}

function Certificates({ content, certificates }: { content: Content; certificates: ShownCertificate[] }) {
  const { search, states, language, listed } = content
  return (
    <ul className={css.list}>
      {certificates.map((certificate) => {
        const { number, holder, plant, oval, state } = certificate
        const day = state === 'suspended' || state === 'withdrawn' ? longDate(certificate[state], language) : ''
        return (
          <li key={number}>
            <a href={`${search.action}/${number}`}>{number}</a>{' '}
            <span>{[holder, plant, oval, townOf(certificate, language)].filter(Boolean).join(' · ')}</span>{' '}
            <strong>{day ? interpolate(listed.since, { state: states[state], day }) : states[state]}</strong>
          </li>
        )
      })}
    </ul>
  )
}

/** Links to the other pages of a list. */
function ListPages({ content: { pages }, view }: Shown<'list'>) {
  if (view.pages.length < 2) return null
  return (
    <nav className={css.pages} aria-label={pages.title}>
      {view.pages.map(({ number, address, isCurrent }) => (
        <a
          key={number}
          href={address}
          aria-label={interpolate(pages.page, { number })}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {number}
        </a>
      ))}
    </nav>
  )
}

function OneCertificate({ content, view: { certificate, address, code } }: Shown<'certificate'>) {
  const { states, sentences, earlier, proof, sheet, search, today, language } = content
  const { title, ...labels } = content.details
  const { number, suspended, batches, replaced_by, state } = certificate
  const shown: Record<string, string> = {
    ...certificate,
    ...Object.fromEntries(dayColumns.map((column) => [column, longDate(certificate[column], language)])),
    town: townOf(certificate, language),
    covers: wordsOf(content.covers, certificate.covers),
    reason: wordsOf(content.reasons, certificate.reason),
  }
  const shownLabels = Object.entries(labels).filter(([column]) => shown[column])
  const replacement = <a href={`${search.action}/${replaced_by}`}>{replaced_by}</a>
  // A later state does not undo a suspension.
  const isHalted = suspended !== '' || state === 'withdrawn'
  return (
    <>
      <div className={css.state} data-state={state}>
        <p className={`serif ${css.stateName}`}>{states[state]}</p>
        {isSpecimen(number) && <p>{content.specimen}</p>}
        <p>{interpolate(sentences[state], shown)}</p>
        {suspended && state !== 'suspended' && <p>{interpolate(earlier.suspended, shown)}</p>}
        {isHalted && <p>{interpolate(batches ? earlier.batches : earlier.kept, shown)}</p>}
        {state === 'in_force' && <p>{content.differs}</p>}
        <p className="note">{interpolate(sheet.day, { today: longDate(today, language) })}</p>
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
        <figcaption className={css.sheet}>{interpolate(sheet.proof, { address })}</figcaption>
      </figure>
      <div className={css.proof}>
        <TitledText title={proof.title} body={interpolateRichText(proof.body, { address })} />
      </div>
    </>
  )
}

const townOf = ({ town, country }: Certificate, language: Language) => `${town} (${countryName(country, language)})`

/** The words for keys that are separated by spaces. */
const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
