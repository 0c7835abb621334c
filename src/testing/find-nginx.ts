import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** Where nginx is unpacked to, where there is none. */
const cacheFolder = resolve('node_modules/.cache/nginx')

const systemPrograms = [
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'nginx')),
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  '/usr/local/bin/nginx',
]

/**
 * Finds an nginx for the tests: the one that NGINX names, the system's, or one that was fetched before. Where there is
 * none, Debian's or Ubuntu's package is fetched and unpacked, not installed: that would start a server on port 80.
 * @returns the path of the program
 */
export function findNginx(): string {
  const found = presentNginx()
  if (found) return found
  console.log('Fetching nginx for the tests (once) …')
  mkdirSync(cacheFolder, { recursive: true })
  for (const command of fetches) {
    spawnSync('sh', ['-c', command], { cwd: cacheFolder, stdio: 'inherit' })
    const fetched = presentNginx()
    if (fetched) return fetched
  }
  throw new Error('The tests need nginx, and it could not be fetched. Install it, or name its path in NGINX.')
}

// The program is in the package nginx, or in nginx-core where that one only names others.
const fetch =
  'apt-get download nginx; apt-get download nginx-core; for package in *.deb; do dpkg-deb --extract "$package" .; done'
const fetches = [fetch, `apt-get update && { ${fetch}; }`]

function presentNginx(): string | undefined {
  const fetched = globSync('usr/sbin/nginx', { cwd: cacheFolder }).map((path) => join(cacheFolder, path))
  return [process.env.NGINX, ...systemPrograms, ...fetched].find((path) => path && existsSync(path) && runs(path))
}

const runs = (path: string) => spawnSync(path, ['-v']).status === 0
