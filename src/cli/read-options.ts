import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Reads the options of a command, and its other arguments if it takes any. With --help, prints the usage and ends the process.
 * A command imports what is large (the bundler, the drawing, browsers) only after this: then wrong use is answered at once.
 * @throws UsageError when there is anything else
 */
export function readOptions<const Known extends Options>(usage: string, known = {} as Known, allowPositionals = false) {
  try {
    const options: Options = { ...known, help: { type: 'boolean', short: 'h' } }
    const read = parseArgs({ options, allowPositionals })
    if (!read.values.help) return read as ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
  console.log(usage)
  process.exit()
}
