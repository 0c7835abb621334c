import { contentFolder } from '../content/content.ts'
import { DraftComposer } from '../editor/server/compose-drafts.ts'
import { Editor } from '../editor/server/editor.ts'
import { bundleEditor } from '../editor/server/editor-bundle.ts'
import { holdDrafts } from '../editor/server/hold-drafts.ts'
import { serveEditor } from '../editor/server/serve-editor.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

const drafts = 'drafts'

/** Opens the editor of DESIGN.md section 11, until it is ended. Whatever was typed is kept in drafts/. */
await run(async () => {
  const { siteOrigin: origin, retentionDays, editPort, editPublish } = readSettings()
  holdDrafts(drafts)
  const { site, page } = await bundleEditor(console.log)
  const editor = new Editor({
    content: contentFolder,
    drafts,
    composer: new DraftComposer(site, { origin, retentionDays }),
    publishCommand: editPublish,
  })
  const { origin: address } = await serveEditor(editor, page, editPort)
  editor.watch()
  console.log(`The editor is ready: open ${address} (Ctrl+C ends it; nothing typed is lost)`)
})
