import { checkNearMisses, checkNotFound } from './addresses.ts'
import { type ExpectedSite, readExpectedSite } from './expected-site.ts'
import { checkFiles } from './files.ts'
import type { Check, LiveReport } from './live-report.ts'
import { answerInWords, checkPages, type MetPage, meetPages } from './pages.ts'
import { checkForm, checkHealth, checkSearchEngines } from './services.ts'
import { checkPlainHttp, checkTransport } from './transport.ts'
import { type Manners, NoAnswer, Visitor } from './visitor.ts'

type Options = {
  /** What the build says: the last one, when nothing else is given. */
  site?: ExpectedSite
  /** Where plain HTTP is spoken; known by itself where TLS has its usual port. */
  plainOrigin?: string
  manners?: Partial<Manners>
  today?: Date
}

/** Looks at a running site from outside, as a visitor would, and holds it to what its build promises. */
export async function checkLive(origin: string, options: Options = {}): Promise<LiveReport> {
  const { site = readExpectedSite('dist'), manners = {}, today = new Date() } = options
  const visitor = new Visitor(origin, manners)
  const start = performance.now()
  const report = ({ checks, information }: Findings): LiveReport => ({
    origin,
    asked: visitor.asked,
    seconds: Math.round((performance.now() - start) / 1000),
    checks,
    information,
  })
  try {
    const outOfReach = await findOutOfReach(visitor)
    if (outOfReach) return report({ checks: [outOfReach], information: [] })
    return report(await look(visitor, site, options.plainOrigin ?? usualPlainOrigin(origin), today))
  } finally {
    visitor.close()
  }
}

type Findings = Pick<LiveReport, 'checks' | 'information'>

async function look(
  visitor: Visitor,
  site: ExpectedSite,
  plainOrigin: string | undefined,
  today: Date,
): Promise<Findings> {
  const transport = await checkTransport(visitor.origin, today)
  const health = await checkHealth(visitor, site)
  const { met, check } = await meetPages(visitor, site.pages)
  const checks = [
    transport.check,
    ...(plainOrigin
      ? [await checkPlainHttp(visitor.origin, plainOrigin, encodeURI(site.pages.at(-1)?.address ?? '/'))]
      : []),
    check,
    ...checkPages(met, visitor.origin),
    ...(await checkFiles(visitor, met, site)),
    await checkNearMisses(visitor, site),
    await checkNotFound(visitor),
    await checkSearchEngines(visitor, site),
    await checkForm(visitor, met),
    health.check,
  ]
  return { checks, information: [...transport.information, ...health.information, ...responseTimes(met)] }
}

/** One question first: where nobody answers, or another site does, the rest would only say so again and again. */
async function findOutOfReach(visitor: Visitor): Promise<Check | undefined> {
  const check = { what: 'the site answers at this origin', of: 1 }
  try {
    const answer = await visitor.ask('/')
    const { location } = answer.headers
    if (!location || !URL.canParse(location, visitor.origin)) return undefined
    const { origin } = new URL(location, visitor.origin)
    if (origin === visitor.origin) return undefined
    return {
      ...check,
      breaches: [{ where: '/', found: answerInWords(answer) }],
      remedy: `Is the site at ${origin}? Then look there: npm run launch-check -- --live ${origin}`,
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return {
      ...check,
      breaches: [{ where: visitor.origin, found: error.message }],
      remedy:
        'Check the name, that the server runs, and its certificate: one of your own authority is believed when NODE_EXTRA_CA_CERTS names its file.',
    }
  }
}

/** With a port of its own, nobody can know where plain HTTP is. */
function usualPlainOrigin(origin: string): string | undefined {
  const { protocol, hostname, port } = new URL(origin)
  return protocol === 'https:' && !port ? `http://${hostname}` : undefined
}

function responseTimes(met: MetPage[]): string[] {
  if (met.length === 0) return []
  const times = met.map(({ answer, page }) => ({ ms: Math.round(answer.ms), address: page.address }))
  times.sort((one, other) => one.ms - other.ms)
  const slowest = times.at(-1)
  return [
    `Seen from here, half of the pages arrive within ${times[Math.floor(times.length / 2)]?.ms} ms; the slowest, ${slowest?.address}, takes ${slowest?.ms} ms.`,
  ]
}
