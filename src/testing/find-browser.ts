import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  const found = presentBrowser()
  if (found) return found
  console.log('Installing a browser for the tests (once; a minute or two) …')
  for (const [program, ...args] of installers) {
    spawnSync(program as string, args, { stdio: 'inherit' })
    const installed = presentBrowser()
    if (installed) return installed
  }
  throw new Error('The tests need Chromium, and it could not be installed. Install it, or name its path in CHROMIUM.')
}

const installers = [
  [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
  ['apt-get', 'update'],
  ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
]

function presentBrowser(): string | undefined {
  return [process.env.CHROMIUM, chromium.executablePath(), ...systemBrowsers].find((path) => path && existsSync(path))
}
