import { serveLive } from '../generator/live-editing.ts'
import { readSettings } from '../settings.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(() => {
  readOptions('Usage: npm run dev\nShows each change of content, style and code at once.')
  return serveLive(readSettings())
})
