import type { PageContents } from '../../../shared/page-data.ts'
import { Icon } from '../../components/icon/icon.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import css from './certification.module.css'
import { Chain } from './chain.tsx'

const activities = ['training', 'traceability', 'quality', 'legal'] as const

export function Page({ content }: { content: PageContents['certification'] }) {
  return (
    <article className={css.certification}>
      <PageHeading title={content.title} review={content.review} />
      <div className="prose offset">
        <RichText text={content.description.body} />
      </div>
      <Chain texts={content.chain} />
      <section>
        <h2>{content.activities.title}</h2>
        <p className={css.lead}>{content.activities.lead}</p>
        <ol className={css.activities}>
          {activities.map((activity) => (
            <li key={activity} id={activity}>
              <span className={css.sign}>
                <Icon name={activity} />
              </span>
              <div className="prose">
                <h3>{content[activity].title}</h3>
                <RichText text={content[activity].body} />
                <ul>
                  {content[activity].points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {(['raw_materials', 'conclusion'] as const).map((part) => (
        <section key={part} className="split">
          <h2>{content[part].title}</h2>
          <div className="prose">
            <RichText text={content[part].body} />
          </div>
        </section>
      ))}
      <div className="offset">
        <Sources {...content.references} />
      </div>
    </article>
  )
}
