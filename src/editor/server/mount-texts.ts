import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { contentFolder } from '../../content/content.ts'
import type { Settings } from '../../settings.ts'
import type { BuiltSite } from '../../shared/built-site.ts'
import { ownAddresses } from '../../shared/own-addresses.ts'
import { openTexts } from './open-texts.ts'
import { exportHead, runProgram } from './repository.ts'
import { editorApp, type Mount } from './serve-editor.ts'

/** In milliseconds. */
const buildTimeoutMs = 20 * 60_000

/** The editor for a server that has found out who asks: what is published there is also built, and asked for until it is online. */
export async function mountTexts(settings: Settings, mount: Mount) {
  const { siteOrigin: address } = settings
  const { close, ...parts } = await openTexts(settings, {
    address,
    build: async () => {
      // What is committed, whatever is typed meanwhile.
      const folder = resolve('dist/editor/building')
      await exportHead(contentFolder, folder)
      // As `npm run build`, after another build that a kill may have left running.
      const options = ['scripts/run.mjs', 'src/cli/build.ts', '--content', folder]
      await runProgram(process.execPath, options, { timeout: buildTimeoutMs })
      return (JSON.parse(readFileSync('dist/site.json', 'utf8')) as BuiltSite).build
    },
    shown: async () => {
      const answer = await fetch(address + ownAddresses.health, { signal: AbortSignal.timeout(10_000) })
      return ((await answer.json()) as { build: string }).build
    },
  })
  const app = editorApp(parts, mount)
  await app.ready()
  return { routing: app.routing, close: () => Promise.all([app.close(), close()]) }
}
