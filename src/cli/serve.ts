import { serve } from '../server/serve.ts'
import { run } from './run.ts'

await run(() => serve())
