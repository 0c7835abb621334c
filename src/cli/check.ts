import { readSettings } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'
import { ContentError } from '../shared/problem.ts'
import { readOptions } from './read-options.ts'
import { describeFailure, run } from './run.ts'
import { runStep } from './run-step.ts'

const usage = `Usage: npm run check -- [--write] [--deploy]
Checks what can be found without running the site: the content, the types, the code's form and lint rules. With --write, content files
and code are first written in their form. With --deploy, the tests of nginx, systemd, the alarms and the image run too.`

type Step = [name: string, step: string[] | (() => Promise<void>)]

/** Every step runs, whatever the others have found, so that one run reports everything; side by side, unless files are written. */
await run(async () => {
  const { write = false, deploy } = readOptions(usage, {
    write: { type: 'boolean' },
    deploy: { type: 'boolean' },
  }).values
  const biome = ['check', '--error-on-warnings', ...(write ? ['--write'] : [])]
  const steps: Step[] = [
    ['Form and lint rules', ['node_modules/@biomejs/biome/bin/biome', ...biome]],
    ['Types', ['node_modules/typescript/bin/tsc', '--project', '.', '--singleThreaded']],
    ['Imports between folders', ['tests/imports.ts']],
    ['Content', () => checkContent(write)],
    ['What a change needs besides', ['tests/completeness.ts']],
  ]
  const groups = write ? steps.map((step) => [step]) : [steps]
  if (deploy) groups.push([['Deployment', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deployment']]])
  const failed: string[] = []
  for (const group of groups) {
    const outcomes = group.map(([name, step]) => (typeof step === 'function' ? step() : runStep(name, step)))
    for (const [index, outcome] of (await Promise.allSettled(outcomes)).entries()) {
      if (outcome.status === 'fulfilled') continue
      const name = group[index]?.[0] ?? ''
      const described = await describeFailure(outcome.reason)
      // Code that is broken ends the check of the content with a stack; the compiler has reported it better.
      console.error(typeof described !== 'string' && failed.includes('Types') ? `${name} failed.` : described)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new CommandError(`Failed: ${failed.join(', ')}.`)
})

/** @throws ContentError */
async function checkContent(write: boolean): Promise<void> {
  const { checkForm } = await import('../content/check/canonical-form.ts')
  const { contentFolder } = await import('../content/content.ts')
  const { describeDrafts } = await import('../content/drafts.ts')
  const { readSiteContent } = await import('../generator/site-texts.ts')
  const problems = checkForm(contentFolder, write)
  const content = readSiteContent()
  problems.push(...content.problems)
  if (content.problems.length === 0) {
    const { composeSite } = await import('../generator/compose-site.ts')
    const { bundle } = await import('../generator/bundle.ts')
    const { renderPage } = await bundle('dist/check')
    const composed = await composeSite(content, readSettings({}), renderPage)
    problems.push(...composed.problems)
    const drafts = describeDrafts(content.texts, composed.ofDrafts)
    if (drafts) console.log(drafts)
  }
  if (problems.length > 0) throw new ContentError(problems)
}
