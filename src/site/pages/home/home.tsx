import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { Partners } from '../../components/partners/partners.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import type { Content } from './content.ts'
import css from './home.module.css'
import { Threads } from './threads.tsx'

export { Hero } from './hero.tsx'

/** What people come for, each with the page that explains it. */
const needs = [
  ['check_label', 'check', 'check_label'],
  ['get_certified', 'documents', 'get_certified'],
  ['ask', 'answer', 'questions'],
] as const satisfies [keyof Content['help'], IconName, keyof Content['addresses']][]

/** The icon of each task, in the order of its texts. */
const tasks: IconName[] = ['slaughter', 'traceability', 'quality', 'legal']

/** The page below the hero, which is in the header. */
export function Page({ content }: { content: Content }) {
  const { help, services, article, articles, partners, mission, addresses } = content
  return (
    <div className="page">
      <section className={`screen-only wide ${css.help}`} aria-labelledby="help">
        <h2 id="help">{help.title}</h2>
        <ul className={`three ${css.needs}`}>
          {needs.map(([need, icon, page]) => (
            <li key={need}>
              <Icon name={icon} />
              <h3>{help[need].title}</h3>
              <p>{help[need].text}</p>
              <a href={addresses[page]}>{help[need].link}</a>
            </li>
          ))}
        </ul>
        <div className={css.others}>
          <RichText text={help.more.body} />
        </div>
      </section>
      <section className={`wide ${css.services}`} aria-labelledby="services">
        <h2 id="services">{services.title}</h2>
        <p className="lead">{services.lead}</p>
        <ul className={css.tasks}>
          {services.items.map(({ title, text }, index) => (
            <li key={title}>
              <Icon name={tasks[index] ?? 'decision'} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className={`screen-only ${css.more}`}>
          <a href={addresses.certification}>{services.more}</a>
        </p>
      </section>
      <section className={`wide ${css.articles}`} aria-labelledby="articles">
        <h2 id="articles">{article.title}</h2>
        <p className="lead">{article.lead}</p>
        <ul className={`rows ${css.articleList}`}>
          {articles.map(({ title, teaser, address, readMore }) => (
            <li key={address}>
              <h3>{title}</h3>
              <p>{teaser}</p>
              {/* Screen readers read the label. The hidden words are for search engines: “Read more” means nothing to them. */}
              <a className="screen-only" href={address} aria-label={readMore.about}>
                <span>{readMore.text}</span>
                <span className="visually-hidden">{readMore.about.slice(readMore.text.length)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className={`band ${css.mission}`} aria-labelledby="mission">
        <Threads />
        <h2 id="mission">{mission.title}</h2>
        <div className={`serif-subjects three ${css.statements}`}>
          <RichText text={mission.body} />
        </div>
      </section>
      <section className="wide" aria-labelledby="partners">
        <h2 id="partners">{partners.title}</h2>
        <p className="lead">{partners.lead}</p>
        <Partners {...partners} />
      </section>
    </div>
  )
}
