import { readSettings } from '../settings.ts'
import { ContentError } from '../shared/problem.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { runStep } from './run-step.ts'

const usage = `Usage: npm run check -- [--write] [--deploy]
Checks what can be found without running the site: the content, the types, the code's form and lint rules. With --write, the content
files are first written in their canonical form. With --deploy, the tests of nginx, systemd, the alarms and the image run too.`

await run(async () => {
  const { write, deploy } = readOptions(usage, { write: { type: 'boolean' }, deploy: { type: 'boolean' } }).values
  // First, because all that follows runs code: if the code is broken, the compiler reports it better.
  await runStep('Types', ['node_modules/typescript/bin/tsc', '--project', '.'])
  const { checkForm } = await import('../content/check/canonical-form.ts')
  const { contentFolder } = await import('../content/content.ts')
  const { readSiteContent } = await import('../generator/site-texts.ts')
  if (write) checkForm(contentFolder, true)
  const content = readSiteContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  await runStep('Form and lint rules', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])
  await runStep('Imports between folders', ['tests/imports.ts'])
  await runStep('What a change needs besides', ['tests/completeness.ts'])
  const { composeSite } = await import('../generator/compose-site.ts')
  const { bundle } = await import('../generator/bundle.ts')
  const { renderPage } = await bundle('dist/check')
  const { problems } = await composeSite(content, readSettings({}), renderPage)
  const found = [...problems, ...checkForm(contentFolder)]
  if (found.length > 0) throw new ContentError(found)
  if (deploy) await runStep('Deployment', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deployment'])
})
