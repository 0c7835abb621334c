import { Contents } from '../../components/contents/contents.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import css from './article.module.css'
import type { Content } from './content.ts'

export function Page({ content }: { content: Content }) {
  const { contents, others } = content
  return (
    <article className={`page ${css.article}`}>
      <PageHeading title={content.title} lead={content.lead} review={content.review} />
      <Contents groups={[contents]} onPhone />
      <div className={`prose ${css.body}`}>
        <RichText text={content.body} />
      </div>
      <Sources {...content.references} />
      <nav className={css.others} aria-labelledby="others">
        <h2 id="others" className="visually-hidden">
          {others.title}
        </h2>
        <ul>
          {[others.previous, others.next].map(({ label, title, teaser, address }) => (
            <li key={label}>
              <span className="note">{label}</span>
              <a className="serif" href={address}>
                {title}
              </a>
              <p>{teaser}</p>
            </li>
          ))}
        </ul>
      </nav>
    </article>
  )
}
