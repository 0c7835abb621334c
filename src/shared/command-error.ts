/** A failure that the user of a command can correct: the command shows its message, which contains the remedy, and no stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: number = 1
}
