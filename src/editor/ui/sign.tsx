/** Drawn on a square of 24 with one pen, like the site's own icons. */
const drawings = {
  add: 'M12 4v16M4 12h16',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  publish: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  saved: 'M5 12l5 5L19 7',
} as const

export type SignName = keyof typeof drawings

/** Decoration beside words, or in a button whose label says the same. */
export const Sign = ({ name }: { name: SignName }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={drawings[name]} fill="none" stroke="currentcolor" strokeWidth="2" strokeLinecap="square" />
  </svg>
)
