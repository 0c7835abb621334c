import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { CommandError } from '../../src/shared/command-error.ts'

// The programs that the tests need besides what npm installs. A missing one is installed, if the system can.

type Options = {
  /** The option that prints its version, and the oldest major version that is sufficient. */
  least?: [option: string, version: number]
  /** Commands that install it otherwise, tried before the packages. */
  installers?: string[][]
}

/**
 * @param name for people
 * @param paths paths and glob patterns, the preferred one first
 * @param packages of Debian and Ubuntu to install it from
 * @throws CommandError if the program is missing and cannot be installed
 */
function findProgram(name: string, paths: string[], packages: string[], { least, installers = [] }: Options = {}) {
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
  // No other host can be resolved, so nothing leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
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

const byPlaywright = {
  installers: [[process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']],
}

/** A whole Chromium. */
export function findBrowser(): string {
  const paths = [chromium.executablePath(), ...onPath('chromium'), ...onPath('google-chrome')]
  return findProgram('Chromium', paths, ['chromium'], byPlaywright)
}

/**
 * Chromium's headless shell: the same engine without the window, tabs and suggestions of a desktop's browser, which work
 * while a page loads and which a phone does not have. A journey takes half the time in it.
 */
export function findHeadlessShell(): string {
  // Playwright installs it beside its browser, and has a path of the browser only.
  const beside = chromium.executablePath().replace(/chromium-\d+.*$/, 'chromium_headless_shell-*/*/*headless*shell')
  const paths = [beside, '/usr/bin/chromium-headless-shell']
  return findProgram('Chromium’s headless shell', paths, ['chromium-headless-shell'], byPlaywright)
}

/** A Firefox as it is shipped. */
export const findFirefox = () =>
  findProgram('Firefox', [...onPath('firefox-esr'), ...onPath('firefox')], ['firefox-esr'])

const findDisplay = () => findProgram('Xvfb', onPath('Xvfb'), ['xvfb'])

/** Orca, and what it needs to work with Firefox. */
export function findScreenReader(): Record<'orca' | 'bus' | 'keyboard' | 'display' | 'firefox', string> {
  const find = (name: string) => findProgram(name, onPath(name), ['orca', 'at-spi2-core', 'dbus-daemon', 'xdotool'])
  return {
    orca: find('orca'),
    bus: find('dbus-daemon'),
    keyboard: find('xdotool'),
    display: findDisplay(),
    firefox: findFirefox(),
  }
}

/** WebKitGTK's driver, the browser that it drives, and the display for this one. */
export function findWebKit(): { driver: string; browser: string; display: string } {
  const find = (name: string, paths: string[]) => findProgram(name, paths, ['webkit2gtk-driver'])
  return {
    driver: find('WebKitGTK’s driver', onPath('WebKitWebDriver')),
    browser: find('WebKitGTK’s MiniBrowser', ['/usr/lib{,exec}/{,*/}webkit{2,}gtk-*/MiniBrowser']),
    display: findDisplay(),
  }
}

/** A Java on which the HTML checker runs; the checker's own package can fetch one into the last path. */
export const findJava = () =>
  findProgram(
    'Java 17',
    [...onPath('java'), 'node_modules/.cache/vnu-jar/java/**/bin/java'],
    ['default-jre-headless'],
    { least: ['-version', 17], installers: [[process.execPath, 'node_modules/vnu-jar/vnu-java-downloader.js']] },
  )

/** The folder of the programs `postgres` and `initdb`, in the oldest version that the store supports or later. */
export function findPostgres(): string {
  const paths = [...onPath('postgres'), '/usr/lib/postgresql/*/bin/postgres']
  // The program on the PATH may be a link: the others are beside its target.
  return dirname(realpathSync(findProgram('PostgreSQL 15', paths, ['postgresql'], { least: ['--version', 15] })))
}

/** What pools connections to PostgreSQL. */
export const findPooler = () => findProgram('PgBouncer', onPath('pgbouncer'), ['pgbouncer'])

/** nginx. It is in the package nginx, or in nginx-core if that one only depends on others. */
export const findNginx = () => findUnpacked('nginx', 'usr/sbin/nginx', ['nginx', 'nginx-core'])

/** What checks rules for Prometheus. */
export const findPromtool = () => findUnpacked('promtool', 'usr/bin/promtool', ['prometheus'])

/** What builds an image without a daemon, and what makes the base for it. */
export function findImageTools(): Record<'buildah' | 'debootstrap', string> {
  const find = (name: string) => findProgram(name, onPath(name), ['buildah', 'debootstrap', 'crun'])
  return { buildah: find('buildah'), debootstrap: find('debootstrap') }
}

/** A program of Debian's packages that are unpacked, not installed: that would start a server. */
function findUnpacked(name: string, path: string, packages: string[]): string {
  const folder = resolve('node_modules/.cache', name)
  mkdirSync(folder, { recursive: true })
  const unpack = `cd ${folder}; for each in ${packages.join(' ')}; do apt-get download $each; done
    for each in *.deb; do dpkg-deb --extract "$each" .; done`
  const installers = [
    ['apt-get', 'update'],
    ['sh', '-c', unpack],
  ]
  return findProgram(name, [...onPath(name), join(folder, path)], [], { installers })
}

/**
 * One of the serifs in which headings are shown until their font has arrived, as phones and most desktops have: a bare
 * Linux has none, and headings would move.
 */
export function findSerif(): void {
  if (process.platform !== 'linux') return
  const paths = ['LiberationSerif-Bold.ttf', 'NotoSerif-Bold.*'].map((file) => `/usr/share/fonts/**/${file}`)
  findProgram('Liberation Serif', paths, ['fontconfig', 'fonts-liberation'])
}
