import { createInterface } from 'node:readline'

/** Asks at the terminal; undefined without one. */
export const confirm = process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

/** Only "y" and "yes" confirm; the end of the input does not. */
async function ask(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `)
  for await (const answer of createInterface({ input: process.stdin })) return /^\s*y(es)?\s*$/i.test(answer)
  return false
}
