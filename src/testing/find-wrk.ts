import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** Where wrk is unpacked to, where there is none. */
const cacheFolder = resolve('node_modules/.cache/wrk')
const fetchedProgram = join(cacheFolder, 'wrk')

const systemPrograms = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/opt/homebrew/bin'].map(
  (folder) => join(folder, 'wrk'),
)

/**
 * Finds wrk, which asks a server as fast as it can and counts: the one that WRK names, the system's, or one that was
 * fetched before. Where there is none, Debian's or Ubuntu's package is fetched and unpacked: that needs no rights.
 * @returns the path of the program
 */
export function findWrk(): string {
  const found = presentWrk()
  if (found) return found
  console.log('Fetching wrk for the measurement (once) …')
  mkdirSync(cacheFolder, { recursive: true })
  // What was unpacked looks for its libraries where the system has its own.
  writeFileSync(fetchedProgram, launcher)
  chmodSync(fetchedProgram, 0o755)
  for (const command of fetches) {
    spawnSync('sh', ['-c', command], { cwd: cacheFolder, stdio: 'inherit' })
    const fetched = presentWrk()
    if (fetched) return fetched
  }
  throw new Error('The measurement needs wrk, and it could not be fetched. Install it, or name its path in WRK.')
}

const launcher = `#!/bin/sh
folder=$(dirname "$0")
LD_LIBRARY_PATH=$(echo "$folder"/usr/lib/*-linux-gnu) exec "$folder/usr/bin/wrk" "$@"
`

// The library is LuaJIT, under either of its names.
const fetch =
  'for package in wrk libluajit-5.1-2 libluajit2-5.1-2; do apt-get download $package; done; for package in *.deb; do dpkg-deb --extract "$package" .; done'
const fetches = [fetch, `apt-get update && { ${fetch}; }`]

function presentWrk(): string | undefined {
  return [process.env.WRK, ...systemPrograms, fetchedProgram].find((path) => path && existsSync(path) && runs(path))
}

// Asked for its version alone, it ends with 1 as well.
const runs = (path: string) => /^wrk /.test(String(spawnSync(path, ['-v']).stdout))
