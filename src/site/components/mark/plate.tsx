import { khatamConstruction } from '../../../shared/geometry/construction.ts'
import { markPaths } from '../../../shared/geometry/mark.ts'
import css from './plate.module.css'

const radius = 200
const reach = 290
const { circles, lines } = khatamConstruction(radius, reach)
const [upright, turned] = markPaths(0, radius)

/**
 * The mark with the lines that it was found with left standing: a body that shows how it works shows how its seal is
 * made. Decoration only.
 */
export function Plate() {
  return (
    <svg className={css.plate} viewBox="-300 -300 600 600" aria-hidden="true">
      <g className={css.drafting}>
        <path d={lines} pathLength="1" />
        {circles.map(({ center: [x, y], radius }) => (
          <circle key={`${x} ${y} ${radius}`} cx={round(x)} cy={round(y)} r={round(radius)} pathLength="1" />
        ))}
      </g>
      <path className={css.upright} d={upright} />
      <path className={css.turned} d={turned} />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10 + 0
