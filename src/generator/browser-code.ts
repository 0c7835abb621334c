import type { BuildEnvironmentOptions } from 'vite'

/** How code for browsers is built: the site's and the editor's. */
export const browserBuild = {
  modulePreload: false,
  assetsInlineLimit: 0,
  target: 'baseline-widely-available',
  // The first browsers with light-dark(), in which the palette is written.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
} satisfies BuildEnvironmentOptions
