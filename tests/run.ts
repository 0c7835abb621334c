import { rmSync } from 'node:fs'
import { buildSite } from '../src/build/build-site.ts'
import { run } from '../src/cli/run.ts'
import { runStep } from '../src/cli/run-step.ts'
import { defaultOrigin, defaultRetentionDays } from '../src/settings.ts'
import { findBrowser, findHeadlessShell } from './support/find-browser.ts'
import {
  findFirefox,
  findJava,
  findPostgres,
  findScreenReader,
  findSerif,
  findWebKit,
} from './support/find-programs.ts'
import { freePort } from './support/free-port.ts'
import { readResults } from './support/read-results.ts'

/** `npm test`: every check, quickest first. All of them run, so that one report lists everything that is wrong. */
await run(async () => {
  rmSync('test-results', { recursive: true, force: true })
  const stages: Record<string, () => Promise<void> | void> = {
    'Programs for the tests': findPrograms,
    'Content, form, lint rules and types': () => runStep('npm run check', ['src/cli/check.ts']),
    Build: () => buildSite({ origin: defaultOrigin, retentionDays: defaultRetentionDays }),
    'Unit tests, the built site and messages': () =>
      runStep('vitest', ['node_modules/vitest/vitest.mjs', 'run', '--project', '!deployment']),
    'Journeys in browsers': async () =>
      runStep('playwright', ['node_modules/@playwright/test/cli.js', 'test'], {
        // Another checkout may be at its tests as well.
        TEST_PORT: String(await freePort()),
        CHROMIUM: findBrowser(),
        HEADLESS_SHELL: findHeadlessShell(),
      }),
  }
  const failures: string[] = []
  const times: string[] = []
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    try {
      await stage()
    } catch (error) {
      failures.push((error as Error).message)
    }
    const seconds = Math.round((performance.now() - start) / 1000)
    times.push(`${String(seconds).padStart(4)} s  ${name}`)
  }
  const { passed, failed, leftOut } = readResults('test-results')
  console.log(`\n${times.join('\n')}`)
  for (const line of [...failures, ...failed.map((test) => `  ${test}`)]) console.error(`\n${line}`)
  for (const reason of leftOut) console.log(`\n${reason}`)
  console.log(`\n${passed} passed, ${failed.length || failures.length} failed`)
  if (failures.length > 0 || passed === 0) process.exitCode = 1
})

/** Installs what is missing. Journeys that need what this system cannot have are left out and say so. */
function findPrograms(): void {
  for (const find of [findFirefox, findWebKit, findScreenReader])
    try {
      find()
    } catch (error) {
      console.error(String(error))
    }
  for (const find of [findBrowser, findHeadlessShell, findPostgres, findJava, findSerif]) find()
}
