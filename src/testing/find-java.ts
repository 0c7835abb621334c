import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The oldest version that the HTML checker runs on. */
const leastVersion = 17

const program = process.platform === 'win32' ? 'java.exe' : 'java'
const systemFolders = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/bin',
  '/opt/homebrew/opt/openjdk/bin',
  '/usr/local/opt/openjdk/bin',
]

/**
 * Finds a Java for the HTML checker: that of JAVA_HOME, the system's, or one that was installed before. Where there is
 * none it is installed: by the checker's own package, or where its download cannot be reached, by the system's packages.
 * @returns the path of the program
 */
export function findJava(): string {
  const found = presentJava()
  if (found) return found
  console.log('Installing Java for the HTML checker (once; a minute or two) …')
  for (const [file, ...args] of installers) {
    spawnSync(file as string, args, { stdio: 'inherit' })
    const installed = presentJava()
    if (installed) return installed
  }
  throw new Error(
    `The HTML checker needs Java ${leastVersion} or newer, and it could not be installed. Install it (Debian: apt-get install default-jre-headless), or name its folder in JAVA_HOME.`,
  )
}

const installers = [
  [process.execPath, 'node_modules/vnu-jar/vnu-java-downloader.js'],
  ['apt-get', 'update'],
  ['apt-get', 'install', '--yes', '--no-install-recommends', 'default-jre-headless'],
]

function presentJava(): string | undefined {
  const home = process.env.JAVA_HOME
  const candidates = [home && join(home, 'bin'), ...systemFolders].flatMap((folder) => folder || [])
  return [...candidates.map((folder) => join(folder, program)), downloadedJava()].find(
    (path) => path !== null && versionOf(path) >= leastVersion,
  ) as string | undefined
}

/** The Java that the checker's package has downloaded, or null. */
function downloadedJava(): string | null {
  const { findCachedJava }: { findCachedJava(): string | null } = createRequire(import.meta.url)(
    'vnu-jar/vnu-java-downloader.js',
  )
  return findCachedJava()
}

/** The main version of a Java; 0 where there is none that runs. */
function versionOf(path: string): number {
  if (!existsSync(path)) return 0
  const { stderr } = spawnSync(path, ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
}
