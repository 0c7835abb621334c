import { serve } from '../server/serve.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(() => {
  // scripts/run.mjs builds first.
  readOptions('Usage: npm start\nBuilds the site if its sources have changed, and serves it.')
  return serve()
})
