import { ContentError } from '../content/problem.ts'
import { InboxError, UsageError } from '../server/inbox/command.ts'
import { StoreError } from '../server/messages/message-store.ts'
import { loadSettingsFile, SettingsError } from '../settings.ts'
import { StepError } from '../testing/run-step.ts'

/** Failures that need no stack: their message says what to do. */
const plainErrors = [ContentError, SettingsError, StepError, StoreError, InboxError, UsageError]

/**
 * Runs a command: the settings file first, expected failures told plainly, and an exit code that says how it went: 0 for
 * well, 2 when it was called wrongly, 1 for any other failure.
 */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    loadSettingsFile()
    await command()
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    if (plainErrors.some((kind) => error instanceof kind)) console.error((error as Error).message)
    else if (isPortTaken(error))
      console.error(
        `Cannot start: port ${error.port} is taken. Stop what uses it, or set another (PORT, METRICS_PORT).`,
      )
    else console.error(error)
  }
}

function isPortTaken(error: unknown): error is { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
