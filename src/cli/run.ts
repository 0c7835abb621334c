import { loadSettingsFile } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'

/**
 * Runs a command: the settings file first, expected failures told plainly, and an exit code that says how it went: 0 for
 * well, 2 when it was called wrongly, 1 for any other failure.
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
    else if (isNoPlaceToListen(error))
      console.error(
        `Cannot start: ${error.message}. Set HOST to an address of this machine, and PORT to one that you may use.`,
      )
    else if (isDiskTrouble(error)) console.error(`${diskTroubles[error.code]} (${error.message})`)
    else console.error(error)
  }
}

const diskTroubles = {
  ENOSPC: 'The disk is full. Make room and try again.',
  EACCES: 'This account may not do that. Use the account that the folder belongs to.',
  EPERM: 'This account may not do that. Use the account that the folder belongs to.',
  EROFS: 'The disk may only be read.',
  EEXIST: 'The file exists already. Give another name.',
  ENOENT: 'There is no such file or folder.',
}

/** What the system says of a disk; its message names the file. */
const isDiskTrouble = (error: unknown): error is Error & { code: keyof typeof diskTroubles } =>
  error instanceof Error && 'code' in error && String(error.code) in diskTroubles

function isPortTaken(error: unknown): error is { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** What Node says where it cannot listen, or cannot find the address to listen at. */
function isNoPlaceToListen(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall))
}
