import { isatty } from 'node:tty'
import { loadSettingsFile } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'
import type { ContentError } from '../shared/problem.ts'

/**
 * Runs a command: reads the settings file, prints an expected failure without its stack, and sets the exit code: 0 for
 * success, 2 for wrong usage, 1 for any other failure.
 */
export async function run(command: () => Promise<void>): Promise<void> {
  // Under nohup, no stream is a terminal. nohup also ignores SIGHUP, which Node undoes when it starts.
  if (![0, 1, 2].some(isatty)) process.on('SIGHUP', () => {})
  try {
    loadSettingsFile()
    await command()
  } catch (error) {
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
    console.error(await describeFailure(error))
  }
}

/** A failure in words; with its stack, if it is not an expected one. */
export async function describeFailure(error: unknown) {
  // By its property, because live editing loads a copy of the class. Imported late, because most commands read no content.
  if (error instanceof Error && 'problems' in error)
    return (await import('../content/describe-problems.ts')).describeProblems((error as ContentError).problems)
  return error instanceof CommandError ? error.message : (explain(error as NodeJS.ErrnoException) ?? error)
}

const diskFailures: Record<string, string> = {
  ENOSPC: 'The disk is full. Make room and try again.',
  EACCES: 'Permission denied. Use the account that the folder belongs to.',
  EPERM: 'Permission denied. Use the account that the folder belongs to.',
  EROFS: 'The disk is read-only.',
  EEXIST: 'The file exists already. Give another name.',
  ENOENT: 'There is no such file or folder.',
}

/** A failure of the system with its remedy; its own message names the file. */
function explain({ code = '', syscall = '', message, port }: NodeJS.ErrnoException & { port?: number }) {
  if (code === 'EADDRINUSE')
    return `Cannot start: port ${port} is taken. Stop what uses it, or set another (PORT, METRICS_PORT, EDIT_PORT).`
  if (/^(listen|getaddrinfo)$/.test(syscall))
    return `Cannot start: ${message}. Set HOST to an address of this machine, and PORT to one that you may use.`
  // Node's own rmSync leaves the code out.
  const failure = diskFailures[code] ?? (/read-only file system/i.test(message) ? diskFailures.EROFS : undefined)
  return failure && `${failure} (${message})`
}
