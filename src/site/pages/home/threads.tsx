import { polylinePath } from '../../../shared/geometry/stars.ts'
import { Weave } from '../../components/weave/weave.tsx'
import css from './threads.module.css'

/** Of the drawing: how far the threads are apart, where they cross, and how wide they are with the gap beside them. */
const [top, bottom] = [12, 44]
const crossings = [420, 560, 700]
const end = 806
const gap = 7

/** Where each thread turns down or up, at 45 degrees, to the other's line. */
const turns = crossings.map((x) => [x - 16, x + 16] as const)

/** A thread, in pieces: it is interrupted where it goes under the other. */
function threadFrom(start: number, firstLine: number, under: (index: number) => boolean): string {
  let line = firstLine
  let points: [number, number][] = [[start, line]]
  const pieces = [points]
  for (const [index, [before, after]] of turns.entries()) {
    const next = line === top ? bottom : top
    const slope = Math.sign(next - line)
    points.push([before, line])
    if (under(index)) {
      const middle = (before + after) / 2
      points.push([middle - gap, 28 - slope * gap])
      points = [[middle + gap, 28 + slope * gap]]
      pieces.push(points)
    }
    points.push([after, next])
    line = next
  }
  points.push([end, line])
  return pieces.map(polylinePath).join('')
}

const saw = threadFrom(-1600, bottom, (index) => index % 2 === 1)
const agreed = threadFrom(330, top, (index) => index % 2 === 0)

/** The threads of the mark: the green one was there from the start, the gold one joins it, and both end in the mark. Decoration. */
export const Threads = () => (
  <div className={`screen-only ${css.threads}`}>
    <svg viewBox="0 0 806 56" width="806" height="56" aria-hidden="true">
      <path className={css.saw} d={saw} />
      <path className={css.agreed} d={agreed} />
    </svg>
    <Weave size={64} />
  </div>
)
