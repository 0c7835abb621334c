import type { Content } from './content.ts'
import css from './daily-record.module.css'

/**
 * A specimen of the record of one day, with an id on each line, so that texts can link to the line that they speak of. All lines but the
 * last are of who was there.
 */
export function DailyRecord({ title, lead, caption, columns, lines }: Content['record']) {
  return (
    <section id="record" className="wide">
      <h2>{title}</h2>
      <p className="lead">{lead}</p>
      <table className={css.record}>
        <caption className="note">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.line}</th>
            <th scope="col">{columns.entry}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ anchor, what, entry }, index) => (
            <tr key={anchor} id={`a-${anchor}`} className={index === lines.length - 1 ? css.agreed : css.saw}>
              <th scope="row">{what}</th>
              <td>{entry}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
