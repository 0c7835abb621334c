import type { Reviewed } from '../../../shared/page-data.ts'

/** When the page was last reviewed, and by whom. */
export const Review = ({ review }: Reviewed) => review && <p className="note">{review}</p>
