import { spawnSync } from 'node:child_process'

/**
 * Sees to it that this machine has one of the serifs in which headings stand until their font has come, as phones have
 * and most desktops: a bare Linux has none, and headings would move. Where there is none, Debian's or Ubuntu's package
 * is installed.
 *
 * @param names full names of fonts, any of which will do
 * @throws Error where none is there and none could be installed
 */
export function findSerif(names: string[]): void {
  if (process.platform !== 'linux' || hasOneOf(names)) return
  console.log('Installing a serif for the tests (once) …')
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'fontconfig', 'fonts-liberation']])
    spawnSync('apt-get', args, { stdio: 'inherit' })
  if (!hasOneOf(names)) throw new Error(`The tests need one of these fonts: ${names.join(', ')}. Install one.`)
}

function hasOneOf(names: string[]): boolean {
  const { stdout } = spawnSync('fc-list', [':', 'fullname'], { encoding: 'utf8' })
  return names.some((name) => stdout?.includes(name))
}
