import { buffer } from 'node:stream/consumers'
import { memoizePerDay } from '../../register/memoize-per-day.ts'
import { writeTable } from '../../register/table.ts'
import { dayIn } from '../../shared/long-date.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respond, type SiteRequest, type SiteResponse } from '../response.ts'

export const tableAddress = '/register.csv'

/** Serves the whole register as a table for spreadsheets, which is written once a day, when somebody asks for it. */
export function serveTable(site: LoadedSite, now = () => new Date()) {
  const tableOn = memoizePerDay((today) => buffer(writeTable(site.register?.certificates ?? [], today)))
  return async (request: SiteRequest): Promise<SiteResponse> => {
    const today = dayIn(site.settings.timeZone, now())
    const content = {
      type: 'text/csv; charset=utf-8',
      hash: `${site.build}-${today}`,
      contentSecurityPolicy: filePolicy,
      cacheControl: 'no-cache',
      isShared: true,
    }
    return respond(request, 200, content, await tableOn(today))
  }
}
