import { checkNearMisses, checkNotFound } from './addresses.ts'
import { type ExpectedSite, readExpectedSite } from './expected-site.ts'
import { addNamedFiles, checkFiles, type NamedFiles } from './files.ts'
import type { Check, LiveReport } from './live-report.ts'
import { answerInWords, checkPages } from './pages.ts'
import { checkForm, checkHealth, checkMetrics, checkSearchEngines, formTargetOf } from './services.ts'
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
  // A site that grows is given longer.
  const visitor = new Visitor(origin, { allMs: Math.max(5 * 60_000, site.pages.length * 500), ...manners })
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
  const files: NamedFiles = { all: new Set(), entry: undefined }
  const times: ResponseTime[] = []
  let form: URL | undefined
  const pages = await checkPages(visitor, site.pages, (met) => {
    addNamedFiles(files, met, visitor.origin)
    times.push({ address: met.page.address, ms: Math.round(met.answer.ms) })
    form ??= formTargetOf(met, visitor.origin)
  })
  const checks = [
    transport.check,
    ...(plainOrigin
      ? [await checkPlainHttp(visitor.origin, plainOrigin, encodeURI(site.pages.at(-1)?.address ?? '/'))]
      : []),
    ...pages,
    ...(await checkFiles(visitor, files, site)),
    await checkNearMisses(visitor, site),
    await checkNotFound(visitor),
    await checkSearchEngines(visitor, site),
    await checkForm(visitor, form),
    health.check,
    await checkMetrics(visitor),
  ]
  return { checks, information: [...transport.information, ...health.information, ...describeTimes(times)] }
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

type ResponseTime = { address: string; ms: number }

function describeTimes(times: ResponseTime[]): string[] {
  const sorted = times.toSorted((one, other) => one.ms - other.ms)
  const [middle, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (!middle || !slowest) return []
  return [
    `Seen from here, half of the pages arrive within ${middle.ms} ms; the slowest, ${slowest.address}, takes ${slowest.ms} ms.`,
  ]
}
