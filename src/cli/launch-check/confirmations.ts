import { type Confirmation, confirmationsFile, isConfirmed } from '../../content/read/confirmations.ts'
import { fallbackLanguage } from '../../shared/languages.ts'
import type { Group } from './launch-report.ts'

/** What nobody has put name and day to yet. */
export function openConfirmations(confirmations: Confirmation[], today: Date): Group {
  return {
    title: `To confirm, in ${confirmationsFile}`,
    remedy: 'Have each seen to by someone who can, and write the day (2026-03-12) and the name beside it.',
    items: confirmations
      .filter((confirmation) => !isConfirmed(confirmation, today))
      .map(({ id, what, date, name }) => ({ key: id, says: `${what[fallbackLanguage]}${missing(date, name)}` })),
  }
}

/** What stands in the way where something has been written already. */
function missing(date?: string, name?: string): string {
  if (!date && !name) return ''
  if (!name) return ' (The name is missing.)'
  return date ? ` (${date} has not come yet.)` : ' (The day is missing.)'
}
