import type { ReactNode } from 'react'
import type { Sourced } from '../sources/content.ts'
import css from './page-heading.module.css'

/** `answer` is a line of the page in large letters; `children` are what to do next, on a page that answers before it explains. */
type PageHeadingProps = { title: string; answer?: string; lead?: string; children?: ReactNode } & Pick<
  Sourced,
  'review'
>

/** The heading of a page, and when the page was last reviewed. */
export function PageHeading({ title, answer, lead, children, review }: PageHeadingProps) {
  return (
    <header className={css.heading}>
      <h1>{title}</h1>
      {answer && <p className="serif answer">{answer}</p>}
      {lead && <p className="lead">{lead}</p>}
      {children}
      {review && <p className="note">{review}</p>}
    </header>
  )
}
