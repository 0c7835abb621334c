import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { LoadedRegister } from '../../register/pages.ts'
import { writeTable } from '../../register/table.ts'
import { dayIn } from '../../shared/long-date.ts'
import { memoizeLast } from '../../shared/memoize.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import type { LoadedSite } from '../built-site.ts'
import { respond, type SiteRequest, type SiteResponse, splitUrl } from '../response.ts'
import type { CurrentRegister } from './live-register.ts'
import { unavailable } from './serve-register.ts'

/**
 * Serves the whole register as a table for spreadsheets, with semicolons or, if `sep` asks for them, commas. It is written at the
 * first request of a day.
 */
export function serveTable(site: LoadedSite, current: CurrentRegister, now = () => new Date()) {
  const tablesOf = memoizeLast(({ register }: LoadedRegister) => {
    const write = (delimiter: ';' | ',') =>
      memoizeLast(async (today: string) => {
        const body = await buffer(writeTable(register.certificates, today, delimiter))
        return { body, hash: createHash('sha1').update(body).digest('base64url') }
      })
    return { ';': write(';'), ',': write(',') }
  })
  return async (request: SiteRequest): Promise<SiteResponse> => {
    const loaded = current()
    if (!loaded) return unavailable(request)
    const separator = new URLSearchParams(splitUrl(request.url)[1]).get('sep') === ',' ? ',' : ';'
    const { body, hash } = await tablesOf(loaded)[separator](dayIn(site.settings.timeZone, now()))
    const content = {
      type: 'text/csv; charset=utf-8',
      hash,
      contentSecurityPolicy: filePolicy,
      cacheControl: 'no-cache',
      isShared: true,
    }
    return respond(request, 200, content, body)
  }
}
