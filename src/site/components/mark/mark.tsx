import { memo } from 'react'
import { markPaths } from '../../../shared/geometry/mark.ts'
import css from './mark.module.css'

const [upright, turned] = markPaths(24, 24)

/** The body's mark. Decoration: the name is beside it. Not rendered again when the page or the language changes. */
export const Mark = memo(function Mark() {
  return (
    <svg className={css.mark} viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
      <path className={css.upright} d={upright} />
      <path className={css.turned} d={turned} />
    </svg>
  )
})
