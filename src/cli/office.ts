import { openOffice, serveOffice } from '../office/serve-office.ts'
import { readSettings } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run office
       npm run office -- invite "Name"
Serves the office, where people grant certificates and accept batches (docs/office.md). With invite, prints a link with which a person
enters, once, for a day.`

await run(async () => {
  const [command, name = '', ...others] = readOptions(usage, {}, true).positionals
  const settings = readSettings()
  if (command === undefined)
    return serveOffice(settings, async (mount) => {
      const { mountTexts } = await import('../editor/server/mount-texts.ts')
      return mountTexts(settings, mount)
    })
  if (command !== 'invite' || !name.trim() || others.length > 0) throw new UsageError(usage)
  const { database, store } = await openOffice(settings)
  const secret = await store.letIn(name.trim())
  await database.close()
  if (!secret) throw new CommandError(`${name} cannot be invited.`)
  console.log(`${settings.officeOrigin}/invitation/${secret}`)
})
