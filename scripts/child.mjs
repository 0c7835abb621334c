import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isatty } from 'node:tty'

let endChild = () => process.exit(1)

// Under nohup, which redirects all of these, a terminal that closes ends npm and its shell only.
const hasTerminal = [0, 1, 2].some(isatty)
let isTerminalClosed = false
// Every signal is forwarded. A terminal sends it to the command as well, but other senders signal only this process. The server
// ignores repeats; any other command ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal === 'SIGHUP' && !hasTerminal) isTerminalClosed = true
    else endChild(signal)
  })

// npm does not forward a signal to what its shell has started, so this process ends when the shell is gone.
const parent = process.ppid
setInterval(() => {
  // Once the signals that have arrived are handled.
  if (process.ppid !== parent) setImmediate(() => isTerminalClosed || endChild('SIGTERM'))
}, 250).unref()

/**
 * Runs a program that ends with this process; if it fails, this process ends as it did.
 * @param killWith the signal that ends it, in place of the one that this process got
 */
export async function runChild(program, args, { killWith, ...options }) {
  const child = spawn(program, args, options)
  const endNone = endChild
  endChild = (signal) => child.kill(killWith ?? signal)
  const [code, signal] = await once(child, 'exit')
  endChild = endNone
  if (signal || code !== 0) process.exit(signal ? 1 : (code ?? 1))
}
