import { bundle } from '../build/bundle.ts'
import { contentFolder } from '../content/content.ts'
import { startCheck } from '../editor/server/check-worker.ts'
import { openEditor } from '../editor/server/editor.ts'
import { bundleEditor } from '../editor/server/editor-bundle.ts'
import { previewSite } from '../editor/server/preview-site.ts'
import { serveEditor } from '../editor/server/serve-editor.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

/** Beside the site's own build, and no part of it: nothing in here is ever published. */
const bundleFolder = 'dist/editor'

/** Runs the editor until it is stopped. */
await run(async () => {
  const { siteOrigin: origin, retentionDays, editPort, editPublish: publishCommand } = readSettings()
  const settings = { origin, retentionDays }
  const content = contentFolder
  const preview = previewSite(content, await bundle(bundleFolder), settings)
  const check = startCheck({ folder: content, bundleFolder, settings })
  const editor = openEditor({ content, preview, check, publishCommand })
  const { origin: address } = await serveEditor(editor, await bundleEditor(), editPort)
  editor.watch()
  console.log(`The editor is ready: open ${address} (Ctrl+C ends it; nothing typed is lost)`)
})
