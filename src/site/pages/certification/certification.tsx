import { Chain } from '../../components/chain/chain.tsx'
import { Contents } from '../../components/contents/contents.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './certification.module.css'
import type { Content } from './content.ts'
import { DailyRecord } from './daily-record.tsx'

const activities = ['training', 'traceability', 'quality', 'legal'] as const

export function Page({ content }: { content: Content }) {
  return (
    <article className="page">
      <PageHeading title={content.title} answer={content.description.lead} review={content.review} />
      <Contents groups={[content.contents]} />
      <div className="prose">
        <RichText text={content.description.body} />
        <RichText text={content.description.accepted.body} />
      </div>
      <Chain {...content.chain} />
      <DailyRecord {...content.record} />
      <section id="activities" className="wide">
        <h2>{content.activities.title}</h2>
        <p className="lead">{content.activities.lead}</p>
        <ol className={`rows ${css.activities}`}>
          {activities.map((activity) => (
            <li key={activity} id={activity}>
              <Icon name={activity} />
              <div className="prose">
                <h3>{content[activity].title}</h3>
                <RichText text={content[activity].body} />
              </div>
            </li>
          ))}
        </ol>
      </section>
      {(['raw_materials', 'conclusion'] as const).map((part) => (
        <TitledText key={part} id={part} {...content[part]} />
      ))}
      <Sources {...content.references} />
    </article>
  )
}
