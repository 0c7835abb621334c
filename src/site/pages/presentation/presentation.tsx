import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { Partners } from '../../components/partners/partners.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import { Weave } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './presentation.module.css'

const commitments = [
  ['by_hand', 'slaughter'],
  ['present', 'present'],
  ['decision', 'decision'],
  ['answer', 'answer'],
] as const satisfies [keyof Content['commitments'], IconName][]

/** The eight parts, in their order. */
export function Page({ content }: { content: Content }) {
  return (
    <article className="page">
      <PageHeading title={content.title} />
      <div className={`prose ${css.intro}`}>
        <RichText text={content.intro.body} />
      </div>
      <section className={`band ${css.commitments}`}>
        <h2>{content.commitments.title}</h2>
        <ol className={css.items}>
          {commitments.map(([commitment, icon]) => (
            <li key={commitment}>
              {icon === 'decision' ? <Weave size={44} /> : <Icon name={icon} />}
              <h3>{content.commitments[commitment].title}</h3>
              <p>{content.commitments[commitment].text}</p>
            </li>
          ))}
        </ol>
      </section>
      <TitledText {...content.transparency} />
      <section className="wide">
        <h2>{content.partners.title}</h2>
        <div className="prose">
          <RichText text={content.partners.body} />
        </div>
        <Partners {...content.partnersList} />
      </section>
      <section className={`wide ${css.why}`}>
        <h2>{content.why.title}</h2>
        <ul className={`three ${css.items}`}>
          {content.why.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <TitledText {...content.conclusion} />
      <p className={`serif ${css.thanks}`}>{content.thanks}</p>
      <TitledText {...content.contact} />
      <Sources {...content.references} />
    </article>
  )
}
