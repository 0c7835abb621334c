import { memo } from 'react'
import type { State } from '../../../shared/register-page.ts'
import { markPaths, midlines } from './mark.ts'
import css from './weave.module.css'

/** States of a certificate, outcomes of a batch, and answers about a pack. */
export type WeaveState = State | 'accepted' | 'refused' | 'yes' | 'no' | 'unknown'

/** How the two squares are drawn in each state. */
const forms: Record<WeaveState, string | undefined> = {
  'in-force': undefined,
  accepted: undefined,
  yes: undefined,
  suspended: css.open,
  withdrawn: css.cut,
  refused: css.cut,
  no: css.cut,
  expired: css.outline,
  ended: css.outline,
  replaced: css.passed,
  'not-yet': css.thin,
  unknown: css.alone,
}

const [saw, agreed] = markPaths(24, 24)
const [sawLine, agreedLine] = midlines(24, 24)
/** A thread is as thin in a large weave as in a small one. */
const line = { vectorEffect: 'non-scaling-stroke' } as const
const clasp = agreed.lastIndexOf('M')

type WeaveProps = {
  /** Without one, it is the body's mark. */
  state?: WeaveState
  /** Of its edge, in pixels: 20 in a row of a list. Styles may set another. */
  size?: number
}

/**
 * The body's mark, two woven squares: green is who was there and saw, gold is who was not, and agreed. Each state of what is certified
 * is a state of the weave. Decoration: words beside it say the same. Not rendered again when the page or the language changes.
 */
export const Weave = memo(function Weave({ state = 'in-force', size = 20 }: WeaveProps) {
  const form = forms[state]
  return (
    <svg
      className={`${css.weave} ${form ?? ''}`}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      data-weave={state}
      aria-hidden="true"
    >
      {(form === css.thin || form === css.passed) && <path {...line} className={css.saw} d={sawLine} />}
      {form === css.thin ? (
        <path {...line} className={css.agreed} d={agreedLine} />
      ) : (
        <g>
          <path className={css.saw} d={saw} />
          <path className={css.agreed} d={agreed.slice(0, clasp)} />
          <path className={`${css.agreed} ${css.clasp}`} d={agreed.slice(clasp)} />
        </g>
      )}
    </svg>
  )
})
