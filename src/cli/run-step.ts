import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../shared/command-error.ts'

/**
 * Runs one of the project's tools in this Node, showing what it prints.
 * @param script the tool's script, with its arguments
 * @throws CommandError if it exits with another code than 0; its own output shows the reason
 */
export async function runStep(name: string, script: string[]): Promise<void> {
  const child = spawn(process.execPath, script, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CommandError(`${name} failed.`)
}
