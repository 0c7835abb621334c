import { runLaunchCheck } from './launch-check/run-launch-check.ts'
import { run } from './run.ts'

/** What is left to do before the site goes public, or with `--live` what is amiss once it is. Exits with 1 while something is. */
await run(async () => {
  const { text, isDone } = await runLaunchCheck(process.argv.slice(2))
  process.stdout.write(text)
  if (!isDone) process.exitCode = 1
})
