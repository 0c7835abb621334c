import { memo } from 'react'
import { markPaths } from '../../../shared/geometry/mark.ts'
import css from './mark.module.css'

const [upright, turned] = markPaths(24, 24)
const lastPiece = turned.lastIndexOf('M')

/**
 * The body's mark. Decoration: the name is beside it. Where a page is missing, one of its eight pieces is missing. Not rendered
 * again when the page or the language changes.
 */
export const Mark = memo(function Mark({ isBroken = false }: { isBroken?: boolean }) {
  const edge = isBroken ? 96 : 44
  return (
    <svg className={css.mark} viewBox="0 0 48 48" width={edge} height={edge} aria-hidden="true">
      <path className={css.upright} d={upright} />
      <path className={css.turned} d={isBroken ? turned.slice(0, lastPiece) : turned} />
      {isBroken && <path className={css.missing} d={turned.slice(lastPiece)} />}
    </svg>
  )
})
