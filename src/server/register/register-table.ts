import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { type Certificate, dayIn, registerColumns, shownOn } from '../../shared/register/certificate.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respond, type SiteRequest, type SiteResponse } from '../response.ts'
import { onceADay } from './once-a-day.ts'

export const tableAddress = '/register.csv'

/** Written between two requests: some milliseconds. */
const slice = 1_000

/**
 * Serves the whole register as a table for spreadsheets: what its pages show today, in the office's columns. It is written once a
 * day, when somebody asks for it.
 */
export function serveTable(site: LoadedSite, now = () => new Date()) {
  const tableOn = onceADay((today) => buffer(writeTable(site.register?.certificates ?? [], today)))
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

async function* writeTable(certificates: Certificate[], today: string) {
  for (let start = 0; start < certificates.length; start += slice) {
    const shown = certificates.slice(start, start + slice).map((certificate) => shownOn(certificate, today))
    // Without a byte order mark, Excel would not read it as UTF-8.
    const [bom, header] = [start === 0, start === 0]
    yield stringify(shown, { bom, header, columns: [...registerColumns], delimiter: ';' })
    await setImmediate()
  }
}
