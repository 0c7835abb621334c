import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { debianPackage, findProgram, onPath, versionOf } from './find-program.ts'

/** @returns the path of a Java on which the HTML checker runs */
export const findJava = () =>
  findProgram({
    name: 'Java 17',
    // The checker's own package can fetch one into the last of them.
    places: [
      process.env.JAVA_HOME && join(process.env.JAVA_HOME, 'bin/java'),
      ...onPath('java'),
      '/opt/homebrew/opt/openjdk/bin/java',
      'node_modules/.cache/vnu-jar/java/**/bin/java',
    ],
    fits: (path) => versionOf(path, '-version') >= 17,
    installers: [
      [process.execPath, 'node_modules/vnu-jar/vnu-java-downloader.js'],
      ...debianPackage('default-jre-headless'),
    ],
    remedy: 'Install it, or name its folder in JAVA_HOME.',
  })

/** @returns the path of nginx. Debian's package is unpacked, not installed: that would start a server on port 80. */
export function findNginx(): string {
  const folder = resolve('node_modules/.cache/nginx')
  mkdirSync(folder, { recursive: true })
  // The program is in the package nginx, or in nginx-core where that one only names others.
  const fetch = `cd ${folder} && apt-get download nginx; apt-get download nginx-core; for each in *.deb; do dpkg-deb --extract "$each" .; done`
  return findProgram({
    name: 'nginx',
    places: [process.env.NGINX, ...onPath('nginx'), join(folder, 'usr/sbin/nginx')],
    fits: (path) => versionOf(path, '-v') > 0,
    installers: [
      ['sh', '-c', fetch],
      ['apt-get', 'update'],
      ['sh', '-c', fetch],
    ],
    remedy: 'Install it, or name its path in NGINX.',
  })
}

/** @returns the folder of the programs `postgres`, `initdb` and `pg_ctl`, in the oldest version that the store promises or later */
export function findPostgres(): string {
  const program = findProgram({
    name: 'PostgreSQL 15',
    places: [
      process.env.POSTGRES_BIN && join(process.env.POSTGRES_BIN, 'postgres'),
      ...onPath('postgres'),
      '/usr/lib/postgresql/*/bin/postgres',
      '/usr/pgsql-*/bin/postgres',
      '/opt/homebrew/opt/postgresql@*/bin/postgres',
    ],
    fits: (path) => versionOf(path, '--version') >= 15,
    installers: debianPackage('postgresql'),
    remedy: 'Install it, or name the folder of its programs in POSTGRES_BIN.',
  })
  // What stands on the PATH may be a link: the other programs are where it leads to.
  return dirname(realpathSync(program))
}

/** @returns the path of a Firefox as it is shipped */
export const findFirefox = () =>
  findProgram({
    name: 'Firefox',
    places: [
      process.env.FIREFOX,
      ...onPath('firefox-esr'),
      ...onPath('firefox'),
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    installers: debianPackage('firefox-esr'),
    remedy: 'Install it, or name its path in FIREFOX.',
  })

/** @returns the paths of Orca, and of what it takes for it to hear Firefox */
export function findScreenReader(): Record<'orca' | 'bus' | 'keyboard' | 'display' | 'firefox', string> {
  const packages = ['orca', 'at-spi2-core', 'dbus-daemon', 'xdotool', 'xvfb']
  const find = (name: string, program: string) =>
    findProgram({
      name,
      places: onPath(program),
      installers: debianPackage(...packages),
      remedy: `On Debian it is in the packages ${packages.join(', ')}.`,
    })
  return {
    orca: find('Orca', 'orca'),
    bus: find('D-Bus', 'dbus-daemon'),
    keyboard: find('xdotool', 'xdotool'),
    display: find('Xvfb', 'Xvfb'),
    firefox: findFirefox(),
  }
}

/** @returns the paths of WebKitGTK's driver, of the browser that it drives, and of the display that this one stands on */
export function findWebKit(): { driver: string; browser: string; display: string } {
  const find = (name: string, ...places: string[]) =>
    findProgram({
      name,
      places,
      installers: debianPackage('webkit2gtk-driver', 'xvfb'),
      remedy: 'On Debian it is in the packages webkit2gtk-driver and xvfb.',
    })
  return {
    driver: find('WebKitGTK’s driver', ...onPath('WebKitWebDriver')),
    browser: find('WebKitGTK’s MiniBrowser', '/usr/lib{,exec}/{,*/}webkit{2,}gtk-*/MiniBrowser'),
    display: find('Xvfb', ...onPath('Xvfb')),
  }
}

/**
 * Sees to it that this machine has one of the serifs in which headings stand until their font has come, as phones have
 * and most desktops: a bare Linux has none, and headings would move.
 */
export function findSerif(): void {
  if (process.platform !== 'linux') return
  findProgram({
    name: 'a serif',
    places: ['LiberationSerif-Bold.ttf', 'NotoSerif-Bold.*'].map((file) => `/usr/share/fonts/**/${file}`),
    installers: debianPackage('fontconfig', 'fonts-liberation'),
    remedy: 'Install Liberation Serif or Noto Serif.',
  })
}
