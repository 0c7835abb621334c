import { rmSync } from 'node:fs'
import { readOptions } from '../src/cli/read-options.ts'
import { run } from '../src/cli/run.ts'
import { runStep } from '../src/cli/run-step.ts'
import { readSettings } from '../src/settings.ts'

/** `npm test`: every check, quickest first. All of them run, so that one report lists everything that is wrong. */
await run(async () => {
  // As root, programs of other accounts read what the tests write.
  process.umask(0o022)
  readOptions('Usage: npm test\nRuns every check, quickest first.')
  rmSync('test-results', { recursive: true, force: true })
  const leftOut: string[] = []
  const stages: Record<string, () => Promise<void> | void> = {
    'Programs for the tests': async () => {
      const programs = await import('./support/programs.ts')
      const { findBrowser, findHeadlessShell, findPostgres, findJava, findSerif } = programs
      for (const find of [findBrowser, findHeadlessShell, findPostgres, findJava, findSerif]) find()
      // Journeys that need what this system cannot have are skipped.
      for (const find of [programs.findFirefox, programs.findWebKit, programs.findScreenReader])
        try {
          find()
        } catch (error) {
          leftOut.push(`Some journeys were left out. ${(error as Error).message}`)
        }
    },
    'Content, form, lint rules and types': () => runStep('npm run check', ['src/cli/check.ts']),
    Build: async () => {
      const { buildSite } = await import('../src/generator/build-site.ts')
      await buildSite(readSettings({}))
    },
    'Unit tests, the built site and messages': () =>
      runStep('vitest', ['node_modules/vitest/vitest.mjs', 'run', '--project', '!deployment']),
    'Journeys in browsers': () => runStep('playwright', ['node_modules/@playwright/test/cli.js', 'test']),
  }
  const failures: string[] = []
  const report: string[] = []
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    let outcome = 'passed'
    try {
      await stage()
    } catch (error) {
      outcome = 'FAILED'
      failures.push((error as Error).message)
    }
    const seconds = Math.round((performance.now() - start) / 1000)
    report.push(`${String(seconds).padStart(4)} s  ${outcome}  ${name}`)
  }
  console.log(`\n${[...leftOut, ...report].join('\n')}`)
  for (const failure of failures) console.error(`\n${failure}`)
  if (failures.length > 0) process.exitCode = 1
})
