import { composeSite } from '../build/compose-site.ts'
import { writeTextTypes } from '../build/text-types.ts'
import { checkWords } from '../content/check/words.ts'
import { readContent } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import { defaultOrigin, defaultRetentionDays } from '../settings.ts'
import { run } from './run.ts'
import { runStep } from './run-step.ts'

/** What can be told without running the site: the content, the types, the code's form and lint rules. */
await run(async () => {
  const content = readContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  writeTextTypes(content)
  await runStep('Types', ['node_modules/typescript/bin/tsc', '--project', '.'])
  await runStep('Form and lint rules', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])
  // Last, because it runs code: where a part of it is missing, the compiler says so better.
  const { problems } = await composeSite(content, { origin: defaultOrigin, retentionDays: defaultRetentionDays })
  const wording = checkWords(content)
  if (problems.length + wording.length > 0) throw new ContentError([...problems, ...wording])
})
