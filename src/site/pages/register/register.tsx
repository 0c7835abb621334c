import type { PageContents } from '../../../shared/page-data.ts'
import type { CertificateLine, RegisterView } from '../../../shared/register/register-view.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './register.module.css'

/** The register of certificates: itself, a search, or one certificate. The server draws it when somebody asks. */
export function Page({ content }: { content: PageContents['register'] }) {
  const { title, view, search } = content
  return (
    <article className={css.page}>
      <header>
        <h1>{title}</h1>
        {view.kind === 'overview' && <p className={css.lead}>{content.lead}</p>}
      </header>
      <View content={content} view={view} />
      <RegisterSearch {...search} query={view.kind === 'results' ? view.query : ''} />
      {view.kind === 'overview' && <Overview content={content} view={view} />}
    </article>
  )
}

function View({ content, view }: { content: PageContents['register']; view: RegisterView }) {
  if (view.kind === 'certificate') return <Certificate content={content} view={view} />
  if (view.kind === 'none')
    return (
      <div className="prose">
        <RichText text={view.body} />
      </div>
    )
  if (view.kind === 'results')
    return (
      <>
        <p>{view.count}</p>
        <Lines lines={view.found} />
        {view.more && <p>{view.more}</p>}
      </>
    )
}

type CertificateProps = { content: PageContents['register']; view: RegisterView & { kind: 'certificate' } }

function Certificate({ content, view }: CertificateProps) {
  const { details, proof } = content
  return (
    <>
      <div className={css.state} data-state={view.state}>
        <p className={`serif ${css.stateName}`}>{view.stateName}</p>
        {view.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <section aria-labelledby="details">
        <h2 id="details">{details.title}</h2>
        <dl className={css.details}>
          {view.details.map(({ label, value, address }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{address ? <a href={address}>{value}</a> : value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <TitledText title={proof.title} body={view.proof} />
    </>
  )
}

function Overview({ content, view }: { content: PageContents['register']; view: RegisterView & { kind: 'overview' } }) {
  const { listed, download, reading } = content
  return (
    <>
      <p>{view.published}</p>
      <section aria-labelledby="listed">
        <h2 id="listed">{listed.title}</h2>
        {view.listed.length > 0 ? <Lines lines={view.listed} /> : <p>{listed.none}</p>}
        {view.more && <p>{view.more}</p>}
      </section>
      <TitledText title={reading.title} body={reading.body} />
      <section className="split">
        <h2>{download.title}</h2>
        <div className="prose">
          <p>
            <a href="/register.csv" download>
              {download.link}
            </a>
          </p>
          <p>{download.licence}</p>
        </div>
      </section>
    </>
  )
}

function Lines({ lines }: { lines: CertificateLine[] }) {
  return (
    <ul className={css.lines}>
      {lines.map(({ number, address, names, town, state }) => (
        <li key={number}>
          <a href={address}>{number}</a>
          <span>{names}</span>
          <span>{town}</span>
          <strong>{state}</strong>
        </li>
      ))}
    </ul>
  )
}
