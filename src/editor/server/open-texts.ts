import { resolve } from 'node:path'
import { Tinypool } from 'tinypool'
import type { Rolldown } from 'vite'
import { contentFolder } from '../../content/content.ts'
import { browserBuild } from '../../generator/browser-code.ts'
import { bundle } from '../../generator/bundle.ts'
import type { Settings } from '../../settings.ts'
import type { CheckOptions } from './check-worker.ts'
import { openEditor } from './editor.ts'
import { previewSite } from './preview-site.ts'
import type { Site } from './release.ts'
import type { EditorParts } from './serve-editor.ts'

/** Beside the site's own build, and no part of it: nothing in here is ever published. */
const bundleFolder = 'dist/editor'

/** Opens the content of this folder for editing: bundles pages, watches files, checks in a thread of its own. */
export async function openTexts(
  { siteOrigin, retentionDays, editPublish: publishCommand }: Settings,
  site?: Site,
): Promise<EditorParts & { close: () => Promise<unknown> }> {
  const settings = { siteOrigin, retentionDays }
  const published = resolve(bundleFolder, 'published')
  const siteBundle = await bundle(bundleFolder)
  const files = await bundleEditor()
  const options: CheckOptions = { folder: contentFolder, published, bundleFolder, settings }
  const filename = import.meta.resolve('./check-worker.ts')
  const checks = new Tinypool({ filename, minThreads: 1, maxThreads: 1 })
  const check = () => checks.run(options)
  const editor = await openEditor({ content: contentFolder, published, check, publishCommand, site })
  const preview = previewSite(contentFolder, published, siteBundle, settings)
  return { editor, preview, files, close: () => Promise.all([editor.close(), checks.destroy()]) }
}

/** Bundles the editor's own page. */
async function bundleEditor(): Promise<EditorParts['files']> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const built = await build({
    root: 'src/editor/ui',
    // It may be below another address than /.
    base: './',
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
