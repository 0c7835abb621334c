import { resolve } from 'node:path'
import { Tinypool } from 'tinypool'
import type { Rolldown } from 'vite'
import { contentFolder } from '../content/content.ts'
import type { CheckOptions } from '../editor/server/check-worker.ts'
import { openEditor } from '../editor/server/editor.ts'
import { serveEditor } from '../editor/server/serve-editor.ts'
import { browserBuild } from '../generator/browser-code.ts'
import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

/** Beside the site's own build, and no part of it: nothing in here is ever published. */
const bundleFolder = 'dist/editor'

/** Runs the editor until it is stopped. */
await run(async () => {
  readOptions('Usage: npm run edit\nOpens the editor of the site’s content.')
  const { editPort, editPublish: publishCommand, siteOrigin, retentionDays } = readSettings()
  const settings = { siteOrigin, retentionDays }
  const { bundle } = await import('../generator/bundle.ts')
  const { previewSite } = await import('../editor/server/preview-site.ts')
  const published = resolve(bundleFolder, 'published')
  const siteBundle = await bundle(bundleFolder)
  const options: CheckOptions = { folder: contentFolder, published, bundleFolder, settings }
  const checks = new Tinypool({
    filename: import.meta.resolve('../editor/server/check-worker.ts'),
    minThreads: 1,
    maxThreads: 1,
  })
  const check = () => checks.run(options)
  const editor = await openEditor({ content: contentFolder, published, check, publishCommand })
  const preview = previewSite(contentFolder, published, siteBundle, settings)
  try {
    const { origin: address } = await serveEditor(editor, preview, await bundleEditor(), editPort)
    console.log(`The editor is ready: open ${address} (Ctrl+C ends it; nothing typed is lost)`)
  } catch (error) {
    // If its port is taken: what watches the files would keep the process from ending.
    await Promise.all([editor.close(), checks.destroy()])
    throw error
  }
})

/** Bundles the editor's own page. */
async function bundleEditor(): Promise<Map<string, string | Buffer>> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const built = await build({
    root: 'src/editor/ui',
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: { ...browserBuild, write: false },
  })
  const { output } = built as Rolldown.RolldownOutput
  const files = output.map((file): [string, string | Buffer] => [
    file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
    file.type === 'chunk' ? file.code : Buffer.from(file.source),
  ])
  return new Map(files)
}
