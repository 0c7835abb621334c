import { markPieces } from '../../../shared/geometry/mark.ts'
import { polygonPath } from '../../../shared/geometry/stars.ts'
import css from './mark.module.css'

const pieces = markPieces(24, 24).map(polygonPath)
const missing = pieces.pop()

/** The seal with one of its eight pieces missing, where a page is missing. Decoration only. */
export function BrokenMark() {
  const rest = (parity: number) => pieces.filter((_, index) => index % 2 === parity).join('')
  return (
    <svg className={css.mark} viewBox="0 0 48 48" width="96" height="96" aria-hidden="true">
      <path className={css.upright} d={rest(0)} />
      <path className={css.turned} d={rest(1)} />
      <path className={css.missing} d={missing} />
    </svg>
  )
}
