// Runs the script of a command of package.json. It runs on Node 20 or newer: it installs what is missing, including the Node that
// the project needs, and runs the script in that Node.
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { findNode, install, isInstalled } from './install.mjs'
import { releaseLock, takeLock } from './lock.mjs'

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

const isBuild = script.endsWith('/build.ts')
const isStart = script.endsWith('/start.ts') && options.length === 0
if (isBuild || isStart || !isInstalled()) await takeLock()
if (!isInstalled()) await install()
if (!isBuild && !isStart) releaseLock()

const node = findNode()
// The compile cache halves the work of the next start. A command that serves also renders pages, for which React's development
// build takes twice the time.
const serves = /(start|serve|office)\.ts$/.test(script)
const env = {
  ...(serves && { NODE_ENV: 'production' }),
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`,
  ...process.env,
}
if (isStart) {
  await runChild(node, ['src/cli/build.ts', '--if-needed'], { stdio: 'inherit', env })
  releaseLock()
}
await runChild(node, [script, ...options], { stdio: 'inherit', env })
process.exit(0)
