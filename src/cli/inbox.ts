import { createInterface } from 'node:readline'
import { readSettings } from '../settings.ts'
import { openExistingStore } from './inbox/open-existing-store.ts'
import { runInbox } from './inbox/run-inbox.ts'
import { run } from './run.ts'

// The reader of the output may stop early (`| head`). The command is still carried out.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

/** The operator's view of the contact messages. */
await run(() =>
  runInbox(process.argv.slice(2), {
    readSettings,
    openStore: openExistingStore,
    now: new Date(),
    columns: process.stdout.columns || Infinity,
    confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }),
)

/** Only "y" and "yes" confirm; the end of the input does not. */
function confirm(question: string): Promise<boolean> {
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
