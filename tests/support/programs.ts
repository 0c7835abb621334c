import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { CommandError } from '../../src/shared/command-error.ts'

// The programs that the tests need besides what npm installs. A missing one is installed, if the system can.

type Program = {
  /** Its name for people. */
  name: string
  /** Paths and glob patterns, the preferred one first. */
  paths: string[]
  /** The option that prints its version, and the oldest major version that is sufficient. */
  least?: [option: string, version: number]
  /** Packages of Debian and Ubuntu that contain it. */
  packages?: string[]
  /** Commands that install it otherwise, tried before the packages. */
  installers?: string[][]
}

/** @throws CommandError if the program is missing and cannot be installed */
function findProgram({ name, paths, least, packages = [], installers = [] }: Program): string {
  const find = () =>
    paths
      .flatMap((path) => (path.includes('*') ? globSync(path).sort().reverse() : path))
      .find((path) => existsSync(path) && (!least || versionOf(path, least[0]) >= least[1]))
  const apt = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages],
  ]
  for (const [file, ...args] of [[], ...installers, ...(packages.length > 0 ? apt : [])]) {
    if (file) {
      console.log(`Installing ${name} for the tests (once; a minute or two) …`)
      spawnSync(file, args, { stdio: 'inherit' })
    }
    const found = find()
    if (found) return found
  }
  const remedy = packages.length > 0 ? ` On Debian: apt-get install ${packages.join(' ')}.` : ''
  throw new CommandError(`The tests need ${name}, and it could not be installed.${remedy}`)
}

/** The main version that a program prints, on either of its outputs; 0 if it prints none. */
function versionOf(path: string, option: string): number {
  const { stdout, stderr } = spawnSync(path, [option], { encoding: 'utf8' })
  return Number(/(\d+)[."]/.exec(`${stdout}${stderr}`)?.[1] ?? 0)
}

/** Paths of a program in the folders of PATH, and in one that the PATH of an ordinary account does not name. */
const onPath = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin'].map((folder) => join(folder, program))

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

/** By default the headless shell aligns letters to whole pixels, which no visitor's device does. */
export const shellArgs = [...browserArgs, '--font-render-hinting=none']

const playwrightInstall = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']

/** A whole Chromium. */
export const findBrowser = () =>
  findProgram({
    name: 'Chromium',
    paths: [chromium.executablePath(), ...onPath('chromium'), ...onPath('google-chrome')],
    installers: [playwrightInstall],
    packages: ['chromium'],
  })

/**
 * Chromium's headless shell: the same engine without the window, tabs and suggestions of a desktop's browser, which work
 * while a page loads and which a phone does not have. A journey takes half the time in it.
 */
export const findHeadlessShell = () =>
  findProgram({
    name: 'Chromium’s headless shell',
    paths: [
      // Playwright installs it beside its browser, and has a path of the browser only.
      chromium.executablePath().replace(/chromium-\d+.*$/, 'chromium_headless_shell-*/*/*headless*shell'),
      '/usr/bin/chromium-headless-shell',
    ],
    installers: [playwrightInstall],
    packages: ['chromium-headless-shell'],
  })

/** A Firefox as it is shipped. */
export const findFirefox = () =>
  findProgram({
    name: 'Firefox',
    paths: [...onPath('firefox-esr'), ...onPath('firefox')],
    packages: ['firefox-esr'],
  })

const findDisplay = () => findProgram({ name: 'Xvfb', paths: onPath('Xvfb'), packages: ['xvfb'] })

/** Orca, and what it needs to work with Firefox. */
export function findScreenReader(): Record<'orca' | 'bus' | 'keyboard' | 'display' | 'firefox', string> {
  const packages = ['orca', 'at-spi2-core', 'dbus-daemon', 'xdotool']
  const find = (name: string, program: string) => findProgram({ name, paths: onPath(program), packages })
  return {
    orca: find('Orca', 'orca'),
    bus: find('D-Bus', 'dbus-daemon'),
    keyboard: find('xdotool', 'xdotool'),
    display: findDisplay(),
    firefox: findFirefox(),
  }
}

/** WebKitGTK's driver, the browser that it drives, and the display for this one. */
export function findWebKit(): { driver: string; browser: string; display: string } {
  const find = (name: string, paths: string[]) => findProgram({ name, paths, packages: ['webkit2gtk-driver'] })
  return {
    driver: find('WebKitGTK’s driver', onPath('WebKitWebDriver')),
    browser: find('WebKitGTK’s MiniBrowser', ['/usr/lib{,exec}/{,*/}webkit{2,}gtk-*/MiniBrowser']),
    display: findDisplay(),
  }
}

/** A Java on which the HTML checker runs; the checker's own package can fetch one into the last path. */
export const findJava = () =>
  findProgram({
    name: 'Java 17',
    paths: [...onPath('java'), 'node_modules/.cache/vnu-jar/java/**/bin/java'],
    least: ['-version', 17],
    installers: [[process.execPath, 'node_modules/vnu-jar/vnu-java-downloader.js']],
    packages: ['default-jre-headless'],
  })

/** The folder of the programs `postgres` and `initdb`, in the oldest version that the store supports or later. */
export function findPostgres(): string {
  const program = findProgram({
    name: 'PostgreSQL 15',
    paths: [...onPath('postgres'), '/usr/lib/postgresql/*/bin/postgres'],
    least: ['--version', 15],
    packages: ['postgresql'],
  })
  // The program on the PATH may be a link: the others are beside its target.
  return dirname(realpathSync(program))
}

/** nginx. It is in the package nginx, or in nginx-core if that one only depends on others. */
export const findNginx = () => findUnpacked('nginx', 'usr/sbin/nginx', ['nginx', 'nginx-core'])

/** What checks rules for Prometheus. */
export const findPromtool = () => findUnpacked('promtool', 'usr/bin/promtool', ['prometheus'])

/** What builds an image without a daemon, and what makes the base for it. */
export function findImageTools(): Record<'buildah' | 'debootstrap', string> {
  const packages = ['buildah', 'debootstrap', 'crun']
  const find = (name: string) => findProgram({ name, paths: onPath(name), packages })
  return { buildah: find('buildah'), debootstrap: find('debootstrap') }
}

/** A program of Debian's packages that are unpacked, not installed: that would start a server. */
function findUnpacked(name: string, path: string, packages: string[]): string {
  const folder = resolve('node_modules/.cache', name)
  mkdirSync(folder, { recursive: true })
  const fetch = packages.map((each) => `apt-get download ${each}`).join('; ')
  return findProgram({
    name,
    paths: [...onPath(name), join(folder, path)],
    installers: [
      ['apt-get', 'update'],
      ['sh', '-c', `cd ${folder} && { ${fetch}; for each in *.deb; do dpkg-deb --extract "$each" .; done; }`],
    ],
  })
}

/**
 * One of the serifs in which headings are shown until their font has arrived, as phones and most desktops have: a bare
 * Linux has none, and headings would move.
 */
export function findSerif(): void {
  if (process.platform !== 'linux') return
  findProgram({
    name: 'Liberation Serif',
    paths: ['LiberationSerif-Bold.ttf', 'NotoSerif-Bold.*'].map((file) => `/usr/share/fonts/**/${file}`),
    packages: ['fontconfig', 'fonts-liberation'],
  })
}
