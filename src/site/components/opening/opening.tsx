import type { ReactNode } from 'react'
import css from '../page-heading/page-heading.module.css'
import type { Sourced } from '../sources/content.ts'

type OpeningProps = {
  title: string
  /** What the reader came for, in a sentence or two. */
  answer: string
  /** What to do next: the words of a link to a form, or of one that opens an email. */
  send: string
  sendLink: string
  /** What comes before that link, such as the search in the register, which is then the first choice. */
  first?: ReactNode
  children?: ReactNode
} & Pick<Sourced, 'review'>

/** The opening of a page that answers before it explains, and when it was last reviewed. */
export function Opening({ title, answer, send, sendLink, first, children, review }: OpeningProps) {
  return (
    <header className={css.heading}>
      <h1>{title}</h1>
      <p className="serif answer">{answer}</p>
      {first}
      <p className="screen-only">
        <a className={`action ${first ? 'outlined' : ''}`} href={sendLink}>
          {send}
        </a>
      </p>
      {children}
      {review && <p className="note">{review}</p>}
    </header>
  )
}
