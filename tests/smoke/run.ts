import { readOptions } from '../../src/cli/read-options.ts'
import { run } from '../../src/cli/run.ts'
import { runStep } from '../../src/cli/run-step.ts'
import { buildIfNeeded } from '../../src/generator/build-if-needed.ts'
import { readSettings } from '../../src/settings.ts'

/** `npm run smoke`: whether the site and the editor work on this system at all. `npm test` runs the same tests. */
await run(async () => {
  readOptions('Usage: npm run smoke\nBuilds the site, and tries the server and the editor on this system.')
  await buildIfNeeded(readSettings({}))
  await runStep('Smoke tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'smoke'])
})
