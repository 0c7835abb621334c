import { readSettings } from '../settings.ts'
import { confirm } from './confirm.ts'
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
    confirm,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }),
)
