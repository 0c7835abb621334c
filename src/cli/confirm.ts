import { createInterface } from 'node:readline'

/** Asks at the terminal; undefined without one. */
export const confirm = process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

/** Only "y" and "yes" confirm; the end of the input does not. */
function ask(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `)
  const lines = createInterface({ input: process.stdin })
  return new Promise((resolve) => {
    lines.once('line', (answer) => {
      resolve(/^\s*y(es)?\s*$/i.test(answer))
      lines.close()
    })
    lines.once('close', () => resolve(false))
  })
}
