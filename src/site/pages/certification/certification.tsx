import type { PageContents } from '../../../shared/page-data.ts'
import { Chain, type ChainStep } from '../../components/chain/chain.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import css from './certification.module.css'
import { DailyRecord } from './daily-record.tsx'

type Texts = PageContents['certification']

const activities = ['training', 'traceability', 'quality', 'legal'] as const

const steps = ['lairage', 'slaughter', 'cold_room', 'cutting', 'processing', 'decision', 'dispatch'] as const

/** From lairage to label: what is checked at each step, and what leaves. */
const stepsOf = (chain: Texts['chain']): ChainStep[] => steps.map((step) => ({ ...chain[step], icon: step }))

export function Page({ content }: { content: Texts }) {
  return (
    <article className="sections">
      <PageHeading title={content.title} answer={content.description.lead} review={content.review} />
      <div className={css.description}>
        <div className="prose">
          <RichText text={content.description.body} />
        </div>
        <div className={css.accepted}>
          <RichText text={content.description.accepted.body} />
        </div>
      </div>
      <Chain {...content.chain} steps={stepsOf(content.chain)} />
      <DailyRecord {...content.record} />
      <section>
        <h2>{content.activities.title}</h2>
        <p className="lead">{content.activities.lead}</p>
        <ol className={css.activities}>
          {activities.map((activity) => (
            <li key={activity} id={activity}>
              <span className={css.icon}>
                <Icon name={activity} />
              </span>
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
