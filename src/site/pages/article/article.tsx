import type { PageContents } from '../../../shared/page-data.ts'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import css from './article.module.css'

export function Page({ content }: { content: PageContents['article'] }) {
  return (
    <article className={css.article}>
      <PageHeading title={content.title} lead={content.lead} />
      <p className={css.time}>{content.readingTime}</p>
      <div className="prose">
        <RichText text={content.body} />
      </div>
      <Sources {...content.references} />
      <nav className={css.others} aria-labelledby="others">
        <h2 id="others">{content.othersTitle}</h2>
        <ul>
          {content.others.map(({ title, teaser, address }) => (
            <li key={address}>
              <a href={address}>{title}</a>
              <p>{teaser}</p>
            </li>
          ))}
        </ul>
      </nav>
    </article>
  )
}
