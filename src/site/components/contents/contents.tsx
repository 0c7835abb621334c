import css from './contents.module.css'

type ContentsProps = {
  /** Read by screen readers, if the groups have titles of their own. */
  label?: string
  groups: { title: string; headings: { id: string; words: string }[] }[]
  /** Also on a phone, above the text. */
  onPhone?: boolean
}

/** The headings of a page, in the margin of a wide one, where they stay in sight while the text is read. */
export function Contents({ label, groups, onPhone }: ContentsProps) {
  if (groups.every(({ headings }) => headings.length === 0)) return null
  return (
    <nav
      className={`links screen-only ${css.contents} ${onPhone ? '' : css.wideOnly}`}
      aria-label={label ?? groups[0]?.title}
    >
      {groups.map(({ title, headings }) => (
        <div key={title}>
          <p className="minor-heading">{title}</p>
          <ol>
            {headings.map(({ id, words }) => (
              <li key={id}>
                <a href={`#${id}`}>{words}</a>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </nav>
  )
}
