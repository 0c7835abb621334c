import { RichText } from '../rich-text/rich-text.tsx'
import type { Sourced } from './content.ts'
import css from './sources.module.css'

/** What the page cites, each with a link back to where it is first cited. */
export function Sources({ title, note, back, sources }: Sourced['references']) {
  return (
    <section className={css.sources} aria-labelledby="sources">
      <h2 id="sources">{title}</h2>
      <p>{note}</p>
      <ol className={css.list}>
        {sources.map(({ id, number, text }) => (
          <li key={id} id={`source-${id}`}>
            <RichText text={text} />{' '}
            <a className={`screen-only ${css.back}`} href={`#call-${id}`}>
              <span aria-hidden="true">↩</span>
              <span className="visually-hidden">
                {back} ({number})
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
