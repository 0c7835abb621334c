import type { State } from '../../../shared/register-page.ts'
import css from './state-sign.module.css'

/** Different in shape, so that a print in black says it too. */
const signs: Record<State, string> = {
  'in-force': 'M4 13l5 5L20 6',
  suspended: 'M8 4v16M16 4v16',
  withdrawn: 'M5 5l14 14M19 5L5 19',
  'not-yet': 'M12 3a9 9 0 1 0 .1 0zM12 7v5l4 3',
  expired: 'M6 3h12M6 21h12M7 3c0 6 10 12 10 18M17 3c0 6-10 12-10 18',
  ended: 'M5 5h14v14H5z',
  replaced: 'M3 12h17M13 5l7 7-7 7',
}

/** Decoration beside the name of a certificate's state. */
export const StateSign = ({ state }: { state: State }) => (
  <svg className={css.sign} viewBox="0 0 24 24" aria-hidden="true">
    <path d={signs[state]} />
  </svg>
)
