import { readContent } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import { writeTextTypes } from '../content/text-types.ts'
import { initialLanguage } from '../shared/languages.ts'
import { runStep } from '../testing/run-step.ts'
import { run } from './run.ts'

/** What can be told without running the site: the content, the code's form and lint rules, the types. */
await run(async () => {
  const content = readContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  writeTextTypes(content.texts[initialLanguage])
  await runStep('Form and lint rules', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])
  await runStep('Types', ['node_modules/typescript/bin/tsc', '--project', '.'])
})
