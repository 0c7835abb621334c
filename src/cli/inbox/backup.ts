import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '../../server/messages/sqlite/backup.ts'
import { storeFile } from '../../server/messages/sqlite/sqlite-store.ts'
import { CommandError, UsageError } from '../../shared/command-error.ts'
import { defineCommand } from './command.ts'
import { count } from './message-lines.ts'

export const backup = defineCommand({
  usage: '<file or folder> [--json]',
  does: 'copies the whole store to a new file',
  help: `Works while the server runs. The copy is one SQLite file, readable by you alone, checked and on the disk when this ends;
in a folder it is named after the time in UTC. It holds what visitors wrote: erase old copies when messages must go.
docs/operating.md says how to put one back. Messages in PostgreSQL are backed up with its own tools.

Options:
  --json  tells as one JSON document what was written

Examples:
  npm run inbox -- backup /var/backups/site
  npm run inbox -- backup before-upgrade.sqlite`,
  options: {},
  takesIds: true,
  prepare(_values, [target, ...others]) {
    if (!target || others.length > 0) throw new UsageError('Name one file or folder.')
    return async ({ settings, now }) => {
      if (settings.databaseUrl)
        throw new CommandError(
          'The messages are in PostgreSQL. Back them up with its own tools: pg_dump --table="contact_*" --exclude-table-data="contact_sender*" --format=custom --file=messages.dump "$DATABASE_URL"',
        )
      const file = isFolder(target) ? join(resolve(target), nameAt(now)) : resolve(target)
      const messages = backUp(storeFile(settings.dataDir), file)
      return { text: `${count(messages, 'message')} backed up to ${file}\n`, json: { messages, file } }
    }
  },
})

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Without colons, which some disks refuse. */
const nameAt = (now: Date) => `messages-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.sqlite`
