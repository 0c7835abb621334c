import type { BuildEnvironmentOptions } from 'vite'

/** How code for browsers is built: the site's and the editor's. */
export const browserBuild = {
  modulePreload: false,
  assetsInlineLimit: 0,
  // Browsers of 2022, in which the site is readable (docs/promises.md, accessibility and engines): styles must not use what they do
  // not know, and the script in the head must not fail in them.
  target: ['chrome109', 'firefox115', 'ios16', 'safari16'],
} satisfies BuildEnvironmentOptions
