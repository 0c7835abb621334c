import { memo } from 'react'
import { polygonPath, starPattern } from './stars.ts'

const tile = 56
const motifs = starPattern(tile)
const [star = [], ...others] = motifs
const lines = others.map(polygonPath).join('')

/** The eight-fold pattern in the colour of the text around it, as large as its box. Decoration only. */
export const PatternBand = memo(function PatternBand({ className }: { className: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <defs>
        <pattern id="star-pattern" width={tile} height={tile} patternUnits="userSpaceOnUse">
          <path d={polygonPath(star)} fill="currentColor" fillOpacity="0.4" stroke="currentColor" />
          <path d={lines} fill="none" stroke="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#star-pattern)" />
    </svg>
  )
})
