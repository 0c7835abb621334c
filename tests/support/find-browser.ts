import { chromium } from '@playwright/test'
import { debianPackage, findProgram } from './find-program.ts'

/** Without a sandbox, which a browser run by root does not get on every machine, and without its own requests to other hosts. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** By default the headless shell puts letters on whole pixels, which no visitor's device does. */
export const shellArgs = [...browserArgs, '--font-render-hinting=none']

const playwrightInstall = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']

/** @returns the path of a whole Chromium: the one that CHROMIUM names, Playwright's own, the system's */
export const findBrowser = () =>
  findProgram({
    name: 'Chromium',
    places: [
      process.env.CHROMIUM,
      chromium.executablePath(),
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    installers: [playwrightInstall, ...debianPackage('chromium')],
    remedy: 'Install it, or name its path in CHROMIUM.',
  })

/**
 * Chromium's headless shell: the same engine without the window, tabs and suggestions of a desktop's browser, which work
 * while a page loads and which a phone does not have. A journey takes half the time in it.
 */
export const findHeadlessShell = () =>
  findProgram({
    name: 'Chromium’s headless shell',
    places: [
      process.env.HEADLESS_SHELL,
      // Playwright installs it beside its browser, and tells the path of the browser only.
      chromium.executablePath().replace(/chromium-\d+.*$/, 'chromium_headless_shell-*/*/*headless*shell'),
      '/usr/bin/chromium-headless-shell',
    ],
    installers: [playwrightInstall, ...debianPackage('chromium-headless-shell')],
    remedy: 'Install it, or name its path in HEADLESS_SHELL.',
  })
