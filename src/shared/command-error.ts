/** A failure that the user of a command can correct: the command shows its message, which contains the remedy, and no stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: number = 1
}

/** The command was called wrongly; the message contains the usage. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
