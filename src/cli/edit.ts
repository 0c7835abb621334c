import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

/** Runs the editor until it is stopped. */
await run(async () => {
  readOptions('Usage: npm run edit\nOpens the editor of the site’s content.')
  const settings = readSettings()
  const { openTexts } = await import('../editor/server/open-texts.ts')
  const { serveEditor } = await import('../editor/server/serve-editor.ts')
  const texts = await openTexts(settings)
  try {
    const { origin: address } = await serveEditor(texts, settings.editPort)
    console.log(`The editor is ready: open ${address} (Ctrl+C ends it; nothing typed is lost)`)
  } catch (error) {
    // If its port is taken: what watches the files would keep the process from ending.
    await texts.close()
    throw error
  }
})
