import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(async () => {
  readOptions('Usage: npm run dev\nShows each change of content, style and code at once.')
  const { serveLive } = await import('../generator/live-editing.ts')
  await serveLive(readSettings())
})
