import { Weave } from '../../components/weave/weave.tsx'
import css from './threads.module.css'

/** Each thread is interrupted where it goes under the other: they cross three times, at 45 degrees. */
const saw = 'M-1600 44L404 44L436 12L544 12L553 21M567 35L576 44L684 44L716 12L806 12'
const agreed = 'M330 12L404 12L413 21M427 35L436 44L544 44L576 12L684 12L693 21M707 35L716 44L806 44'

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
