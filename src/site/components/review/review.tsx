import type { Reviewed } from '../../../shared/page-data.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import css from './review.module.css'

/** When the page was last reviewed, and by whom. */
export function Review({ review }: Reviewed) {
  return (
    review && (
      <p className={css.review}>
        <RichText text={review} />
      </p>
    )
  )
}
