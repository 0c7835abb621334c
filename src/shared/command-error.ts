/** A failure that whoever typed the command can mend: its message says what to do, so a command shows that and no stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: number = 1
}

/** The command was called wrongly; the message says how, and what to type instead. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
