import { contentFolder } from '../content/content.ts'
import { startCheck } from '../editor/server/check-worker.ts'
import { Editor } from '../editor/server/editor.ts'
import { bundleEditor, bundleFolder } from '../editor/server/editor-bundle.ts'
import { PreviewSite } from '../editor/server/preview-site.ts'
import { serveEditor } from '../editor/server/serve-editor.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

/** Runs the editor until it is stopped. */
await run(async () => {
  const { siteOrigin: origin, retentionDays, editPort, editPublish: publishCommand } = readSettings()
  const { site, page } = await bundleEditor(console.log)
  const settings = { origin, retentionDays }
  const content = contentFolder
  const preview = new PreviewSite(content, site, settings)
  const check = startCheck({ folder: content, bundleFolder, settings })
  const editor = new Editor({ content, preview, check, publishCommand })
  const { origin: address } = await serveEditor(editor, page, editPort)
  editor.watch()
  console.log(`The editor is ready: open ${address} (Ctrl+C ends it; nothing typed is lost)`)
})
