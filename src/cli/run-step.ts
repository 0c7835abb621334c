import { spawn } from 'node:child_process'
import { CommandError } from '../shared/command-error.ts'

/** A step of a check failed; its own output shows the reason. */
class StepError extends CommandError {
  override readonly name = 'StepError'
}

/**
 * Runs one of the project's tools in this Node, showing what it prints.
 * @param script the tool's script, with its arguments
 * @throws StepError when it exits with anything but 0
 */
export async function runStep(name: string, script: string[], environment: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, script, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new StepError(`${name} failed.`)
}
