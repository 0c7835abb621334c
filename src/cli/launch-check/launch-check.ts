import { contentFolder, readContent } from '../../content/content.ts'
import { describeProblem, locationOf } from '../../content/problem.ts'
import { readConfirmations } from '../../content/read/confirmations.ts'
import { readSettings, type Settings, SettingsError } from '../../settings.ts'
import { askServers } from './answers.ts'
import { buildToDo } from './built-for.ts'
import { openConfirmations } from './confirmations.ts'
import type { Group, Item, LaunchReport } from './launch-report.ts'
import { placeholdersToFillIn } from './placeholders.ts'
import { faultySettings, settingsGroup, settingsToDo } from './settings-to-do.ts'

type Options = {
  folder?: string
  environment?: Record<string, string | undefined>
  today?: Date
  /** Also greet the mail server and the database. */
  connect?: boolean
}

/**
 * Everything that must be filled in, set or confirmed before the site goes public.
 * @throws ContentError when the content cannot be read
 */
export async function checkLaunch(options: Options = {}): Promise<LaunchReport> {
  const { folder = contentFolder, today = new Date(), environment, connect = false } = options
  const content = readContent(folder)
  return {
    toDo: [
      {
        title: 'To mend, in the content',
        remedy: 'The site cannot be built before.',
        items: content.problems.map((problem) => ({ key: locationOf(problem), says: describeProblem(problem) })),
      },
      placeholdersToFillIn(content),
      settingsGroup(await checkSettings(environment, connect)),
      openConfirmations(readConfirmations(folder), today),
    ].filter(({ items }: Group) => items.length > 0),
  }
}

/** What is to be set. */
export async function checkSettings(environment: Options['environment'], connect = false): Promise<Item[]> {
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return faultySettings(error)
  }
  return [...settingsToDo(settings), ...(connect ? await askServers(settings) : []), ...buildToDo(settings)]
}
