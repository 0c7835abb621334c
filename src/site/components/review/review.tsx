import type { Sourced } from '../../../shared/page-data.ts'

/** When the page was last reviewed, and by whom. */
export const Review = ({ review }: Pick<Sourced, 'review'>) => review && <p className="note">{review}</p>
