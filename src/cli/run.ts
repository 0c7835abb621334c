import { loadSettingsFile } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'

/**
 * Runs a command: reads the settings file, prints an expected failure without its stack, and sets the exit code: 0 for
 * success, 2 for wrong usage, 1 for any other failure.
 */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    loadSettingsFile()
    await command()
  } catch (error) {
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
    if (error instanceof CommandError) console.error(error.message)
    else if (isPortTaken(error))
      console.error(
        `Cannot start: port ${error.port} is taken. Stop what uses it, or set another (PORT, METRICS_PORT, EDIT_PORT).`,
      )
    else if (isListenFailure(error))
      console.error(
        `Cannot start: ${error.message}. Set HOST to an address of this machine, and PORT to one that you may use.`,
      )
    else if (isDiskFailure(error)) console.error(`${diskFailures[error.code]} (${error.message})`)
    else console.error(error)
  }
}

const diskFailures = {
  ENOSPC: 'The disk is full. Make room and try again.',
  EACCES: 'Permission denied. Use the account that the folder belongs to.',
  EPERM: 'Permission denied. Use the account that the folder belongs to.',
  EROFS: 'The disk is read-only.',
  EEXIST: 'The file exists already. Give another name.',
  ENOENT: 'There is no such file or folder.',
}

/** A failure of the disk; its message names the file. */
const isDiskFailure = (error: unknown): error is Error & { code: keyof typeof diskFailures } =>
  error instanceof Error && 'code' in error && String(error.code) in diskFailures

function isPortTaken(error: unknown): error is { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Node cannot listen, or cannot resolve the address. */
function isListenFailure(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall))
}
