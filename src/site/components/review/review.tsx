import type { Reviewed } from '../../../shared/page-data.ts'
import { RichText } from '../rich-text/rich-text.tsx'

/** When the page was last reviewed, and by whom. */
export function Review({ review }: Reviewed) {
  return (
    review && (
      <p className="note">
        <RichText text={review} />
      </p>
    )
  )
}
