import type { PageContents } from '../../../shared/page-data.ts'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { Partners } from '../../components/partners/partners.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import css from './presentation.module.css'

/** The eight parts of SPEC.md section 2, in its order. */
export function Page({ content }: { content: PageContents['presentation'] }) {
  return (
    <article className={css.presentation}>
      <PageHeading title={content.title} />
      <div className="prose">
        <RichText text={content.intro.body} />
      </div>
      <Commitments {...content.commitments} />
      <section className="prose">
        <h2>{content.transparency.title}</h2>
        <RichText text={content.transparency.body} />
      </section>
      <section>
        <div className="prose">
          <h2>{content.partners.title}</h2>
          <RichText text={content.partners.body} />
        </div>
        <Partners partners={content.partnersList.partners} />
      </section>
      <Commitments {...content.why} />
      <section className="prose">
        <h2>{content.conclusion.title}</h2>
        <RichText text={content.conclusion.body} />
      </section>
      <p className={css.thanks}>{content.thanks}</p>
      <section className="prose">
        <h2>{content.contact.title}</h2>
        <RichText text={content.contact.body} />
      </section>
      <Sources {...content.references} />
    </article>
  )
}

function Commitments({ title, items }: PageContents['presentation']['commitments']) {
  return (
    <section>
      <h2>{title}</h2>
      <ol className={css.commitments}>
        {items.map((item) => (
          <li key={item.title}>
            <h3>{item.title}</h3>
            <p>{item.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
