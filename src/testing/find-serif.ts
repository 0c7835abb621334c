import { spawnSync } from 'node:child_process'
import { standInNames } from '../build/fonts.ts'

/**
 * Sees to it that this machine has one of the serifs in which headings stand until their font has come, as phones have
 * and most desktops: a bare Linux has none, and headings would move. Where there is none, Debian's or Ubuntu's package
 * is installed.
 */
export function findSerif(): void {
  if (process.platform !== 'linux' || hasSerif()) return
  console.log('Installing a serif for the tests (once) …')
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'fontconfig', 'fonts-liberation']])
    spawnSync('apt-get', args, { stdio: 'inherit' })
  if (!hasSerif()) throw new Error(`The tests need one of these fonts: ${standInNames.join(', ')}. Install one.`)
}

function hasSerif(): boolean {
  const { stdout } = spawnSync('fc-list', [':', 'fullname'], { encoding: 'utf8' })
  return standInNames.some((name) => stdout?.includes(name))
}
