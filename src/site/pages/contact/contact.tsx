import { phoneLink } from '../../../shared/phone-link.ts'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import type { Shell } from '../../content.ts'
import css from './contact.module.css'
import { ContactForm } from './contact-form.tsx'
import type { Content } from './content.ts'

export function Page({ content, shell }: { content: Content; shell: Shell }) {
  const { details, privacy } = content
  const { language, email, offices } = shell
  return (
    <div className="page">
      <PageHeading title={content.title} lead={content.lead} />
      <section className={`screen-only ${css.write}`} aria-labelledby="write">
        <ContactForm key={content.questions.length} content={content} language={language} />
        <aside className={css.privacy} aria-labelledby="privacy">
          <h3 id="privacy" className="minor-heading">
            {privacy.title}
          </h3>
          <p>{privacy.short}</p>
          <RichText text={privacy.body} />
        </aside>
      </section>
      <section className={css.details} aria-labelledby="details">
        <h2 id="details">{details.title}</h2>
        <RichText text={details.body} />
        <dl className="links">
          <dt className="note">{details.email}</dt>
          <dd>
            <a dir="ltr" translate="no" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </dl>
        {offices.map(({ id, address, phone }) => (
          <section key={id} className={css.office}>
            <h3 className="minor-heading">{address}</h3>
            <dl className="links">
              <dt className="note">{details.phone}</dt>
              <dd>
                <a dir="ltr" translate="no" href={phoneLink(phone)}>
                  {phone}
                </a>
              </dd>
            </dl>
          </section>
        ))}
      </section>
    </div>
  )
}
