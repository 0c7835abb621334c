import type { Sourced } from '../../../shared/text-types.ts'
import css from './page-heading.module.css'

type PageHeadingProps = { title: string; lead?: string } & Pick<Sourced, 'review'>

/** The heading of a page, and when the page was last reviewed. */
export function PageHeading({ title, lead, review }: PageHeadingProps) {
  return (
    <header className={css.heading}>
      <h1>{title}</h1>
      {lead && <p className={`lead ${css.lead}`}>{lead}</p>}
      {review && <p className="note">{review}</p>}
    </header>
  )
}
