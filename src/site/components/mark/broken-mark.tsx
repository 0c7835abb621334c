import { markPieces } from '../../../shared/geometry/mark.ts'
import { polygonPath } from '../../../shared/geometry/stars.ts'
import css from './mark.module.css'

const pieces = markPieces(24, 24)
/** Which of the eight arms is not there. */
const missing = 7

/** The seal with one piece missing, where a page is missing. Decoration only. */
export function BrokenMark() {
  const rest = (parity: number) => pieces.filter((_, index) => index % 2 === parity && index !== missing)
  return (
    <svg className={css.mark} viewBox="0 0 48 48" width="96" height="96" aria-hidden="true">
      <path className={css.upright} d={rest(0).map(polygonPath).join('')} />
      <path className={css.turned} d={rest(1).map(polygonPath).join('')} />
      <path className={css.missing} d={polygonPath(pieces[missing] ?? [])} />
    </svg>
  )
}
