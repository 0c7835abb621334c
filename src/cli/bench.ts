import { publish } from '../../bench/measure.ts'
import { measureMessages } from '../../bench/messages.ts'
import { buildIfNeeded } from '../build/build-if-needed.ts'
import { defaultOrigin, defaultRetentionDays } from '../settings.ts'
import { run } from './run.ts'

/** Measures what cannot be a test, because it varies with the machine: medians, and ratios within the same run. */
await run(async () => {
  await buildIfNeeded({ origin: defaultOrigin, retentionDays: defaultRetentionDays })
  console.log('Messages …')
  publish('messages', await measureMessages((step) => console.log(`  ${step}`)))
})
