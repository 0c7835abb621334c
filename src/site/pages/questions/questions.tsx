import { Contents } from '../../components/contents/contents.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import type { Content } from './content.ts'
import css from './questions.module.css'

/** No component's id begins like this: no anchor, which is content, can take an id from the page. */
const idOf = (anchor: string) => `a-${anchor}`

/** Questions and answers in groups. Each question is a link to itself, so that its address can be copied. */
export function Page({ content }: { content: Content }) {
  const groups = Object.values(content.groups)
  return (
    <article className="page">
      <PageHeading title={content.title} lead={content.lead} review={content.review} />
      <Contents
        label={content.contents}
        groups={groups.map(({ title, questions }) => ({
          title,
          headings: Object.values(questions).map(({ anchor, question }) => ({ id: idOf(anchor), words: question })),
        }))}
        onPhone
      />
      {groups.map(({ title, questions }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div className={css.questions}>
            {Object.values(questions).map(({ anchor, question, body }) => (
              <section key={anchor} id={idOf(anchor)} className="prose">
                <h3>
                  <a href={`#${idOf(anchor)}`}>{question}</a>
                </h3>
                <RichText text={body} />
              </section>
            ))}
          </div>
        </section>
      ))}
      <Sources {...content.references} />
    </article>
  )
}
