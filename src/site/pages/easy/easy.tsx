import type { PageContents, ShellData } from '../../../shared/page-data.ts'
import { Icon } from '../../components/icon/icon.tsx'
import { Mark } from '../../components/mark/mark.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import css from './easy.module.css'

/** A page in easy words: steps with one idea a line, each with a drawing. */
export function Page({ content, shell }: { content: PageContents['easy']; shell: ShellData }) {
  const { number, state } = content
  const pack = (
    <>
      <Mark />
      <strong className="serif">{shell.name}</strong>
    </>
  )
  // Drawn in the page: four files would be more requests than a page may make.
  const drawings = [
    pack,
    <>
      {pack}
      <span className={css.ringed}>{number}</span>
    </>,
    <>
      <span className={css.field}>{number}</span>
      <Icon name="tick" />
      <strong>{state}</strong>
    </>,
    <>
      <Icon name="telephone" />
      <Icon name="answer" />
    </>,
  ]
  return (
    <article>
      <PageHeading title={content.title} lead={content.lead} />
      <ol className={`numbered ${css.steps}`}>
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
