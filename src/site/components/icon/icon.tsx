import { memo } from 'react'
import css from './icon.module.css'

/** Drawn on a square of 24 with one pen, on the mark's angles: level, upright or at 45 degrees, ends cut square. */
const drawings = {
  // The chain from lairage to label.
  lairage: 'M4 21V6l2-2 2 2v15M16 21V6l2-2 2 2v15M1 10h22M1 16h22',
  slaughter: 'M6 14L18 2v7l-9 8zM6 14l-4 4 3 3 4-4',
  cold_room:
    'M12 2v20M2 12h20M5 5l14 14M19 5L5 19M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5M4.5 9.5L7 12l-2.5 2.5M19.5 9.5L17 12l2.5 2.5',
  cutting: 'M12 3v18M7 21h10M4 6h16M5 6v6M19 6v6M1 12h8l-4 4zM15 12h8l-4 4z',
  processing: 'M3 9l5-5h8l5 5v12H3zM3 9h18M9 9v5h6V9',
  decision: 'M5 3h10l4 4v14H5zM15 3v4h4M8.5 11h7M8.5 15.5l2 2 4-4',
  // The commitments.
  present: 'M2 12l5-5h10l5 5-5 5H7zM12 9l3 3-3 3-3-3z',
  answer: 'M3 4h18v12h-8l-5 5v-5H3zM8 8.5h8M8 12h5',
  // The four activities.
  training: 'M12 7v14M12 7L9 4H3v14h6l3 3M12 7l3-3h6v14h-6l-3 3',
  traceability: 'M8.5 5.5L15 12l-6.5 6.5L2 12zM15.5 5.5L22 12l-6.5 6.5L9 12z',
  quality: 'M9 3h6M10 3v5l-6 6v7h16v-7l-6-6V3M7 15h10',
  legal: 'M5 9h14l-7-7zM6 9v9M12 9v9M18 9v9M4 18h16M2 21h20',
  // The menu.
  menu: 'M3 5h18M3 12h18M3 19h18',
  close: 'M5 5l14 14M19 5L5 19',
  // What people come for.
  check: 'M7 3h6l4 4v6l-4 4H7l-4-4V7zM15 15l6 6',
  tick: 'M4 12.5l5 5L20 6.5',
  telephone: 'M3 3h5v5l-2 2 8 8 2-2h5v5h-3L3 6z',
  celebration: 'M3 21V10l11 11zM6.5 13.5l4 4M12 2v5M22 12h-5M14 10l6-6M17 17l2.5 2.5M7 4.5l2 2',
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
