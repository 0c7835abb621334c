import css from './page-heading.module.css'

/** The heading of a page. It can take the focus, because that is where a new page begins for a screen reader. */
export function PageHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <header className={css.heading}>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
    </header>
  )
}
