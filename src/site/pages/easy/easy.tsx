import { Icon } from '../../components/icon/icon.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Specimen } from '../../components/specimen/specimen.tsx'
import type { Shell } from '../../content.ts'
import type { Content } from './content.ts'
import css from './easy.module.css'

/** A page in easy words: steps with one idea a line, each with a drawing. */
export function Page({ content, shell }: { content: Content; shell: Shell }) {
  const { number, state } = content
  // Drawn in the page: four files would be more requests than a page may make.
  const drawings = [
    <Specimen key="mark" name={shell.name} />,
    <Specimen key="number" name={shell.name} number={number} />,
    <>
      <span className={css.field}>{number}</span>
      <strong className={css.answer}>
        <Icon name="tick" />
        {state}
      </strong>
    </>,
    <>
      <Icon name="telephone" />
      <Icon name="answer" />
    </>,
  ]
  return (
    <article className="page">
      <PageHeading title={content.title} lead={content.lead} />
      <ol className={`numbered wide ${css.steps}`}>
        {content.steps.map(({ title, picture, body }, index) => (
          <li key={title}>
            <h2>{title}</h2>
            <div className={css.picture} role="img" aria-label={picture} translate="no">
              {drawings[index]}
            </div>
            <div className={`prose ${css.words}`}>
              <RichText text={body} />
            </div>
          </li>
        ))}
      </ol>
    </article>
  )
}
