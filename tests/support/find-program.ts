import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandError } from '../../src/shared/command-error.ts'

type Program = {
  /** What a person calls it. */
  name: string
  /** Where it may be: paths and patterns, the best first. */
  places: (string | undefined)[]
  /** Whether what is there will do. */
  fits?: (path: string) => boolean
  /** Commands that install it, tried one after the other. */
  installers: string[][]
  /** What to do when none of these commands works. */
  remedy: string
}

/**
 * Finds a program that the tests need; where it is missing, it is installed.
 * @returns its path
 * @throws CommandError when it cannot be had
 */
export function findProgram({ name, places, fits = () => true, installers, remedy }: Program): string {
  const present = () =>
    places
      .filter((place) => place !== undefined)
      .flatMap((place) => (place.includes('*') ? globSync(place).sort().reverse() : place))
      .find((path) => existsSync(path) && fits(path))
  const found = present()
  if (found) return found
  console.log(`Installing ${name} for the tests (once; a minute or two) …`)
  for (const [file = '', ...args] of installers) {
    spawnSync(file, args, { stdio: 'inherit' })
    const installed = present()
    if (installed) return installed
  }
  throw new CommandError(`The tests need ${name}, and it could not be installed. ${remedy}`)
}

/** Where a program may be on the PATH, and where the PATH of an ordinary account does not lead. */
export const onPath = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/opt/homebrew/bin'].map((folder) =>
    join(folder, program),
  )

/** Installs a package of Debian or Ubuntu. */
export const debianPackage = (...names: string[]) => [
  ['apt-get', 'update'],
  ['apt-get', 'install', '--yes', '--no-install-recommends', ...names],
]

/** The main version that a program tells when asked, by either of its outputs; 0 where it tells none. */
export function versionOf(path: string, option: string): number {
  const { stdout, stderr } = spawnSync(path, [option], { encoding: 'utf8' })
  return Number(/(\d+)[."]/.exec(`${stdout}${stderr}`)?.[1] ?? 0)
}
