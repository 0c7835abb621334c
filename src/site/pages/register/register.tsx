import { interpolate } from '../../../shared/interpolate.ts'
import type { PageContents } from '../../../shared/page-data.ts'
import type { RegisterView, ShownCertificate } from '../../../shared/register/register-page.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

type Content = PageContents['register']
type Shown<Kind extends RegisterView['kind']> = { content: Content; view: RegisterView & { kind: Kind } }

/** The register of certificates: itself, a search, one certificate, or why there is none. The server draws it on demand. */
export function Page({ content }: { content: Content }) {
  const { title, lead, view, search } = content
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {view.kind === 'overview' && <p className={`lead ${css.lead}`}>{lead}</p>}
      {view.kind === 'certificate' && <Certificate content={content} view={view} />}
      {view.kind === 'none' && <RichText text={view.body} />}
      {view.kind === 'results' && (
        <section>
          <p>{interpolate(view.listed.length > 0 ? content.results.count : content.results.none, view)}</p>
          <Certificates listed={view.listed} content={content} />
          {view.isCut && <p>{content.results.more}</p>}
        </section>
      )}
      <RegisterSearch {...search} query={view.kind === 'results' ? view.query : ''} />
      {view.kind === 'overview' && <Overview content={content} view={view} />}
    </article>
  )
}

function Overview({ content, view }: Shown<'overview'>) {
  const { published, listed, reading, download } = content
  return (
    <>
      <p>{interpolate(published, view)}</p>
      <section>
        <h2>{listed.title}</h2>
        {view.listed.length === 0 && <p>{listed.none}</p>}
        <Certificates listed={view.listed} content={content} />
        {view.isCut && <p>{listed.more}</p>}
      </section>
      <TitledText {...reading} />
      <TitledText
        title={download.title}
        body={[
          ['p', null, ['a', { href: '/register.csv', download: 'register.csv' }, download.link]],
          ['p', null, download.licence],
        ]}
      />
    </>
  )
}

function Certificates({ listed, content }: { listed: ShownCertificate[]; content: Content }) {
  return (
    <ul className={css.list}>
      {listed.map(({ address, number, holder, plant, town, state, since }) => (
        <li key={number}>
          <a href={address}>{number}</a> <span>{[holder, plant, town].filter(Boolean).join(' · ')}</span>{' '}
          <strong>
            {since ? interpolate(content.listed.since, { state: content.states[state], since }) : content.states[state]}
          </strong>
        </li>
      ))}
    </ul>
  )
}

function Certificate({ content, view }: Shown<'certificate'>) {
  const { states, sentences, earlier, details, proof } = content
  const { state, batches, ...certificate } = view.certificate
  // What happened later does not undo a suspension.
  const wasSuspended = state !== 'suspended' && certificate.suspended !== ''
  const isHalted = state === 'withdrawn' || certificate.suspended !== ''
  return (
    <>
      <div className={css.state} data-state={state}>
        <p className={`serif ${css.stateName}`}>{states[state]}</p>
        {view.isSpecimen && <p>{content.specimen}</p>}
        <p>{interpolate(sentences[state], view.certificate)}</p>
        {wasSuspended && <p>{interpolate(earlier.suspended, certificate)}</p>}
        {isHalted && <p>{interpolate(batches ? earlier.batches : earlier.kept, { batches })}</p>}
        {state === 'in_force' && <p>{content.differs}</p>}
      </div>
      <section>
        <h2>{details.title}</h2>
        <dl className={css.details}>
          {(['number', 'holder', 'plant', 'oval', 'town', 'covers', 'from', 'until', 'reason'] as const)
            .filter((name) => certificate[name])
            .map((name) => (
              <div key={name}>
                <dt>{details[name]}</dt>
                <dd>{certificate[name]}</dd>
              </div>
            ))}
          {certificate.replaced_by && (
            <div>
              <dt>{details.replaced_by}</dt>
              <dd>
                <a href={view.replacement}>{certificate.replaced_by}</a>
              </dd>
            </div>
          )}
        </dl>
      </section>
      <TitledText title={proof.title} body={view.proof} />
    </>
  )
}
