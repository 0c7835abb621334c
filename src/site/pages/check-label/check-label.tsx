import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './check-label.module.css'
import type { Content } from './content.ts'

/** For a shopper with a pack in hand: the answer, what to compare, what to send, what to report. */
export function Page({ content }: { content: Content }) {
  const { shop, search, otherwise } = content
  return (
    <article className="page">
      <PageHeading title={content.title} answer={content.answer} review={content.review}>
        <RegisterSearch {...search} />
        <h2 className="minor-heading">{otherwise.title}</h2>
        <p className="screen-only">
          <a className="action outlined" href={content.sendLink}>
            {content.send}
          </a>
        </p>
        <div className={css.otherwise}>
          <RichText text={otherwise.body} />
        </div>
        <RichText text={content.easy.body} />
      </PageHeading>
      <section className={`wide ${css.shop}`} aria-labelledby="shop">
        <h2 id="shop">{shop.title}</h2>
        <p className="lead">{shop.lead}</p>
        <div className={css.specimen}>
          <RichText text={shop.specimen.body} />
        </div>
        <ol className={`numbered ${css.steps}`}>
          {shop.steps.map(({ title, body }) => (
            <li key={title}>
              <h3>{title}</h3>
              <div className="prose">
                <RichText text={body} />
              </div>
            </li>
          ))}
        </ol>
      </section>
      {(['counter', 'sending', 'report', 'says'] as const).map((part) => (
        <TitledText key={part} id={part} {...content[part]} />
      ))}
      <Sources {...content.references} />
    </article>
  )
}
