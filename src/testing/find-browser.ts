import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Some machines have no sandbox for a browser run by root; none of them may reach anything but this site. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds a Chromium for the tests: the one that CHROMIUM names, Playwright's own, the system's. Where there is none it
 * is installed: by Playwright, or where its download cannot be reached, by the system's packages.
 * @returns the path of the program
 */
export function findBrowser(): string {
  const present = () => firstPresent([process.env.CHROMIUM, chromium.executablePath(), ...systemBrowsers])
  return present() ?? install('chromium', present, 'The tests need Chromium', 'CHROMIUM')
}

/**
 * Finds Chromium's headless shell: the same engine without the window, tabs and suggestions of a desktop's browser, which
 * work while a page loads and which a phone does not have. Found and installed as the browser is; HEADLESS_SHELL names it.
 * @returns the path of the program
 */
export function findHeadlessShell(): string {
  const present = () =>
    firstPresent([process.env.HEADLESS_SHELL, ...playwrightShells(), '/usr/bin/chromium-headless-shell'])
  return present() ?? install('chromium-headless-shell', present, 'Lighthouse needs a headless shell', 'HEADLESS_SHELL')
}

/** Playwright installs its headless shell beside its browser, and tells the path of the browser only. */
function playwrightShells(): string[] {
  const [cwd = '', version] = chromium.executablePath().split(/chromium-(\d+)/)
  return globSync(`chromium_headless_shell-${version}/*/*headless*shell{,.exe}`, { cwd }).map((path) => join(cwd, path))
}

function firstPresent(paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path))
}

/** Installs a program by Playwright, which brings both, or by the system's package of this name. */
function install(name: string, present: () => string | undefined, need: string, variable: string): string {
  console.log(`Installing ${name} (once; a minute or two) …`)
  const installers = [
    [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', name],
  ]
  for (const [program, ...args] of installers) {
    spawnSync(program as string, args, { stdio: 'inherit' })
    const installed = present()
    if (installed) return installed
  }
  throw new Error(`${need}, and it could not be installed. Install it, or name its path in ${variable}.`)
}
