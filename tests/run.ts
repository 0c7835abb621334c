import { existsSync, rmSync } from 'node:fs'
import { readOptions } from '../src/cli/read-options.ts'
import { run } from '../src/cli/run.ts'
import { runStep } from '../src/cli/run-step.ts'
import { UsageError } from '../src/cli/usage-error.ts'
import { readSettings } from '../src/settings.ts'
import * as programs from './support/programs.ts'

/** One of the suite's parts: a step of its own, or projects of Vitest (vitest.config.ts) or Playwright (playwright.config.ts). */
type Part = { needs?: (() => unknown)[]; step?: () => Promise<void>; vitest?: string[]; playwright?: string[] }

const { findBrowser, findHeadlessShell, findJava, findPostgres, findSerif } = programs
const browsers = [findBrowser, findHeadlessShell, findSerif]

/** The parts, quickest first. Those after `site` use the last build; if there is none, it is built. */
const parts: Record<string, Part> = {
  check: { step: () => runStep('npm run check', ['src/cli/check.ts']) },
  site: {
    step: async () => {
      const { buildSite } = await import('../src/generator/build-site.ts')
      await buildSite(readSettings({}))
    },
  },
  unit: { needs: [findPostgres], vitest: ['unit', 'mocks', 'stores'] },
  build: { needs: [findHeadlessShell, findJava], vitest: ['build'] },
  messages: { vitest: ['messages'] },
  // For other systems: on this one, `messages` and `journeys` ask the same and more.
  smoke: { vitest: ['smoke'] },
  journeys: { needs: browsers, playwright: ['journeys', 'editor', 'whole-browser'] },
  // Left out where a system cannot have these.
  engines: { needs: browsers, playwright: ['engines'] },
}
const usage = `Usage: npm test -- [part …]
Runs every part but smoke, quickest first, or those named: ${Object.keys(parts).join(', ')}.`

/** `npm test`: all parts run, so that one report lists everything that is wrong. */
await run(async () => {
  // As root, programs of other accounts read what the tests write.
  process.umask(0o022)
  const asked = readOptions(usage, {}, true).positionals
  const unknown = asked.find((name) => !(name in parts))
  if (unknown) throw new UsageError(`There is no part ${unknown}.\n${usage}`)
  rmSync('test-results', { recursive: true, force: true })
  const leftOut: string[] = []
  const needsSite = asked.some((name) => name !== 'check') && !asked.includes('site')
  if (needsSite && !existsSync('dist/site.json')) asked.unshift('site')
  const all = Object.keys(parts).filter((name) => name !== 'smoke')
  const chosen = (asked.length > 0 ? asked : all).map((name) => [name, parts[name] as Part] as const)
  const projectsOf = (tool: 'vitest' | 'playwright') =>
    chosen.flatMap(([, part]) => part[tool] ?? []).map((project) => `--project=${project}`)
  const stages: [name: string, stage: () => Promise<void> | void][] = [
    [
      'programs',
      () => {
        for (const find of new Set(chosen.flatMap(([, { needs = [] }]) => needs))) find()
        if (!chosen.some(([name]) => name === 'engines')) return
        for (const find of [programs.findFirefox, programs.findWebKit, programs.findScreenReader])
          try {
            find()
          } catch (error) {
            leftOut.push(`Some journeys were left out. ${(error as Error).message}`)
          }
      },
    ],
    ...chosen.flatMap(([name, { step }]) => (step ? [[name, step] as [string, typeof step]] : [])),
  ]
  // Together, because much of their time is spent waiting.
  const tools = {
    vitest: 'node_modules/vitest/vitest.mjs run',
    playwright: 'node_modules/@playwright/test/cli.js test',
  }
  for (const [tool, command] of Object.entries(tools) as ['vitest' | 'playwright', string][]) {
    const projects = projectsOf(tool)
    const names = chosen.filter(([, part]) => part[tool]).map(([name]) => name)
    if (projects.length > 0) stages.push([names.join(', '), () => runStep(tool, [...command.split(' '), ...projects])])
  }
  const failures: string[] = []
  const report: string[] = []
  for (const [name, stage] of stages) {
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
