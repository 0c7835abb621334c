import { rmSync } from 'node:fs'
import { findBrowser, findHeadlessShell } from '../../tests/support/find-browser.ts'
import {
  findFirefox,
  findJava,
  findNginx,
  findPostgres,
  findScreenReader,
  findSerif,
  findWebKit,
} from '../../tests/support/find-programs.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { readResults } from '../../tests/support/read-results.ts'
import { runStep } from '../../tests/support/run-step.ts'
import { buildSite } from '../build/build-site.ts'
import { defaultOrigin, defaultRetentionDays } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'
import { run } from './run.ts'

/** Every check there is, quickest first. All of them run, so that one report tells everything that is wrong. */
await run(async () => {
  rmSync('test-results', { recursive: true, force: true })
  // What this system cannot have of these is left out; the journeys that want it say so.
  for (const find of [findFirefox, findWebKit, findScreenReader]) await attempt(async () => void find())
  const failures = [
    await attempt(() => runStep('Content, form, lint rules and types', ['src/cli/check.ts'])),
    await attempt(async () => {
      console.log('\n— Build')
      await buildSite({ origin: defaultOrigin, retentionDays: defaultRetentionDays })
    }),
    ...(await Promise.all(
      [findBrowser, findHeadlessShell, findPostgres, findJava, findNginx, findSerif].map((find) =>
        attempt(async () => void find()),
      ),
    )),
    await attempt(() => runStep('Unit tests and gates', ['node_modules/vitest/vitest.mjs', 'run'])),
    await attempt(async () =>
      runStep('Journeys in a browser', ['node_modules/@playwright/test/cli.js', 'test'], {
        // Another checkout may be at its tests as well.
        TEST_PORT: String(await freePort()),
        CHROMIUM: findBrowser(),
        HEADLESS_SHELL: findHeadlessShell(),
      }),
    ),
  ].filter((failure) => failure !== undefined)
  for (const failure of failures) console.error(`\n${failure}`)
  const { passed, failed, leftOut } = readResults('test-results')
  // Said once more at the end: their own output may be thousands of lines above.
  for (const test of failed) console.error(`\n  ${test}`)
  for (const reason of leftOut) console.log(`\n${reason}`)
  console.log(`\n${passed} passed, ${failed.length || failures.length} failed`)
  if (failures.length > 0 || passed === 0) process.exitCode = 1
})

/** @returns why the step failed, or nothing */
async function attempt(step: () => Promise<void>): Promise<string | undefined> {
  try {
    await step()
    return undefined
  } catch (error) {
    return error instanceof CommandError ? error.message : String((error as Error).stack)
  }
}
