import { memo } from 'react'
import css from './icon.module.css'

/** Drawn on a square of 24 with one pen: straight where it can be, corners mitred, ends cut square, like the mark. */
const drawings = {
  // The chain from lairage to label.
  lairage: 'M2 15h20l-3 6H5zM9.5 15L7.5 5h9l-2 10M7.5 5L3 4l1.5 4h3.6M16.5 5L21 4l-1.5 4h-3.6M10 8.5v1M14 8.5v1',
  slaughter: 'M2.5 21.5l5-5M5.5 14.5l4 4M7 16L18.5 3.5H22L9 17z',
  cold_room:
    'M12 3v18M3 12h18M5.6 5.6l12.8 12.8M18.4 5.6L5.6 18.4M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5M4.5 9.5L7 12l-2.5 2.5M19.5 9.5L17 12l2.5 2.5',
  cutting: 'M12 3v18M7 21h10M4 7h16M6 7l-3 7h6zM18 7l-3 7h6z',
  processing: 'M3 11h18l-2 6-4 4H9l-4-4zM8 7V3M12 7V4M16 7V3',
  dispatch: 'M3 3h9l9 9-9 9-9-9zM7.5 7.2v.6',
  decision: 'M5 3h10l4 4v14H5zM15 3v4h4M8.5 11h7M8.5 15.5l2 2 4-4',
  // The commitments.
  present: 'M2 12l5-5h10l5 5-5 5H7zM12 9l3 3-3 3-3-3z',
  answer: 'M3 4h18v13h-9l-5 4v-4H3zM8 9h8M8 12.5h5',
  // The four activities.
  training: 'M12 6v15M12 6L9 4H3v14h6l3 3M12 6l3-2h6v14h-6l-3 3',
  traceability: 'M10.5 13.5l3-3M8.5 9L4 13.5 10.5 20l4.5-4.5M9 8.5L13.5 4 20 10.5 15.5 15',
  quality: 'M9 3h6M10 3v6l-5 9v3h14v-3l-5-9V3M7.5 15h9',
  legal: 'M3 9l9-6 9 6zM6 9v8M12 9v8M18 9v8M3 21h18M4 17h16',
  // What people come for.
  check: 'M4 10l6-6 6 6-6 6zM14 14l6 6',
  tick: 'M4 12.5l5 5L20 6.5',
  telephone: 'M7 2h10v20H7zM10.5 18.5h3M7 5h10M7 16h10',
  documents: 'M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4',
} as const

export type IconName = keyof typeof drawings

/** Decoration beside words that say the same. Not rendered again when the language changes. */
export const Icon = memo(function Icon({ name }: { name: IconName }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
})
