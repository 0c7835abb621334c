import { Chain } from '../../components/chain/chain.tsx'
import { Contents } from '../../components/contents/contents.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import { TitledText } from '../../components/titled-text/titled-text.tsx'
import type { Content } from './content.ts'
import css from './get-certified.module.css'

/** For the quality manager of a plant: what to do next, the whole way, and a list to print. */
export function Page({ content }: { content: Content }) {
  const { now, chain, documents } = content
  return (
    <article className={`page ${css.page}`}>
      <PageHeading title={content.title} answer={content.answer} review={content.review}>
        <p className="screen-only">
          <a className="action" href={content.sendLink}>
            {content.send}
          </a>
        </p>
      </PageHeading>
      <Contents groups={[content.contents]} />
      <TitledText id="gains" {...content.gains} />
      <section id="now" className={css.now}>
        <h2 className="minor-heading">{now.title}</h2>
        <RichText text={now.body} />
      </section>
      <Chain {...chain} />
      <section id="documents" className={`wide ${css.documents}`} aria-labelledby="documents-title">
        <h2 id="documents-title">{documents.title}</h2>
        <div className={`screen-only ${css.hint}`}>
          <RichText text={documents.hint.body} />
        </div>
        <ul className={css.groups}>
          {documents.groups.map(({ title, items }) => (
            <li key={title}>
              <h3>{title}</h3>
              <ul className={css.items}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <div className={`prose ${css.law}`}>
          <RichText text={documents.law.body} />
        </div>
      </section>
      {(['cost', 'decides', 'mark', 'export', 'appeal', 'changes', 'published'] as const).map((part) => (
        <TitledText key={part} id={part} {...content[part]} />
      ))}
      <Sources {...content.references} />
    </article>
  )
}
