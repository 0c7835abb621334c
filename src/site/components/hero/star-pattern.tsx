import { eightFoldStar } from '../mark/eight-fold-star.ts'

const tile = 72
const star = eightFoldStar(tile / 2, tile / 2)

/** The eight-fold star and cross: stars that touch at their points leave crosses between them. Decoration only. */
export function StarPattern({ className }: { className: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <defs>
        <pattern id="star-and-cross" width={tile} height={tile} patternUnits="userSpaceOnUse">
          <path d={star} fill="none" stroke="currentColor" strokeWidth="1.5" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#star-and-cross)" />
    </svg>
  )
}
