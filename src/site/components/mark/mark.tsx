import { eightFoldStar } from './eight-fold-star.ts'

const star = eightFoldStar(12, 11)
const inner = eightFoldStar(12, 5)

/** The body's mark: an eight-fold star, two squares turned against each other by an eighth of a turn. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
      <path d={star} fill="currentColor" />
      <path d={inner} fill="none" stroke="var(--color-mark-line)" strokeWidth="1.2" />
    </svg>
  )
}
