import { countryName } from '../../../shared/country-name.ts'
import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import type { Language } from '../../../shared/languages.ts'
import { longDate } from '../../../shared/long-date.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import { type Certificate, dayColumns, isSpecimen } from '../../../shared/register/certificate.ts'
import { type RegisterView, registerChoices } from '../../../shared/register/register-page.ts'
import type { RichElement } from '../../../shared/rich-text.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

type Content = PageContents['register']
type Shown<Kind extends RegisterView['kind']> = { content: Content; view: RegisterView & { kind: Kind } }

/** The register of certificates: a list, one certificate, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, view, search } = content
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {view.kind === 'list' && <List content={content} view={view} />}
      {view.kind === 'certificate' && <OneCertificate content={content} view={view} />}
      {view.kind === 'none' && <RichText text={view.advice} />}
      {view.kind !== 'list' && <RegisterSearch {...search} />}
    </article>
  )
}

/** All certificates, with what the register is; or those that were found, with the search below them. */
function List({ content, view }: Shown<'list'>) {
  const { lead, published, results, reading, download } = content
  const { q, country, product, state } = view.asked
  const choices = <Choices content={content} view={view} />
  if (q || country || product || state) {
    const found = view.isNear ? results.near : results.count
    const notFound = q ? results.none : results.none_chosen
    return (
      <>
        <Certificates words={view.listed.length > 0 ? found : notFound} content={content} view={view} />
        {choices}
      </>
    )
  }
  const file: RichElement = ['a', { href: '/register.csv', download: 'register.csv' }, download.link]
  return (
    <>
      <p className={`lead ${css.lead}`}>{lead}</p>
      {choices}
      <Certificates words={published} content={content} view={view} />
      <TitledText {...reading} />
      <TitledText title={download.title} body={[['p', null, file], ...download.body]} />
    </>
  )
}

/** The search, with what to choose from. */
function Choices({ content: { search, choose }, view: { asked, options } }: Shown<'list'>) {
  return (
    <RegisterSearch {...search} query={asked.q} key={JSON.stringify(asked)}>
      <div className={css.choices}>
        {registerChoices.map((name) => (
          <label key={name}>
            {choose[name]}
            <select name={name} defaultValue={asked[name]}>
              <option value="">{choose.all}</option>
              {options[name].map(([value, words]) => (
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

/** A page of the list, with links to the pages before and after it. */
function Certificates({ words, content, view }: { words: string } & Shown<'list'>) {
  const { search, states, since, language, pages } = content
  return (
    <section>
      <p>{interpolate(words, { ...view, query: view.asked.q })}</p>
      <ul className={css.list}>
        {view.listed.map((certificate) => {
          const { number, holder, plant, oval, state } = certificate
          const day = state === 'suspended' || state === 'withdrawn' ? longDate(certificate[state], language) : ''
          return (
            <li key={number}>
              <a href={`${search.action}/${number}`}>{number}</a>{' '}
              <span>{[holder, plant, oval, townOf(certificate, language)].filter(Boolean).join(' · ')}</span>{' '}
              <strong>{day ? interpolate(since, { state: states[state], day }) : states[state]}</strong>
            </li>
          )
        })}
      </ul>
      {(view.previous || view.next) && (
        <nav className={css.pages} aria-label={pages.title}>
          {view.previous && <a href={view.previous}>{pages.previous}</a>}
          <span>{interpolate(pages.page, view)}</span>
          {view.next && <a href={view.next}>{pages.next}</a>}
        </nav>
      )}
    </section>
  )
}

function OneCertificate({ content, view: { certificate, address } }: Shown<'certificate'>) {
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
  const code = `/c/${number}.svg`
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
