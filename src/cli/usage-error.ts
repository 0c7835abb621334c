import { CommandError } from '../shared/command-error.ts'

/** The command was called wrongly; the message contains the usage. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
