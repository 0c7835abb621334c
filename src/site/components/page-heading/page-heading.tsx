import css from './page-heading.module.css'

/** The heading of a page. */
export function PageHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <header className={css.heading}>
      <h1>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
    </header>
  )
}
