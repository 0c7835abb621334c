import { khatamConstruction } from '../../../shared/geometry/construction.ts'
import { markPaths } from '../../../shared/geometry/mark.ts'
import mark from '../../components/weave/weave.module.css'
import css from './hero-drawing.module.css'

const radius = 200
const reach = 290
const { circles, lines } = khatamConstruction(radius, reach)
const [upright, turned] = markPaths(0, radius)

/** The mark with the lines of its construction, as decoration: the body shows how it works. */
export function HeroDrawing() {
  return (
    <svg className={css.drawing} viewBox="-300 -300 600 600" aria-hidden="true">
      <g className={css.drafting}>
        <path d={lines} pathLength="1" />
        {circles.map(({ center: [x, y], radius }) => (
          <path key={`${x} ${y} ${radius}`} d={circlePath(x, y, radius)} pathLength="1" />
        ))}
      </g>
      <path className={mark.saw} d={upright} />
      <path className={mark.agreed} d={turned} />
    </svg>
  )
}

/** A circle as two arcs, begun on the right: SVG 1.1, and so the HTML checker, allows a pathLength on paths alone. */
function circlePath(x: number, y: number, radius: number): string {
  const r = round(radius)
  const across = round(r * 2)
  return `M${round(round(x) + r)} ${round(y)}a${r} ${r} 0 1 1-${across} 0a${r} ${r} 0 1 1 ${across} 0`
}

const round = (value: number) => Math.round(value * 10) / 10 + 0
