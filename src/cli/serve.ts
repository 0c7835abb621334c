import { serve } from '../server/serve.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

await run(() => {
  readOptions('Usage: npm run serve\nServes the last build.')
  return serve()
})
