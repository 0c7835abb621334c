import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import { breachesAt } from './addresses.ts'
import type { ExpectedSite } from './expected-site.ts'
import type { Check } from './live-report.ts'
import { answerInWords, type MetPage } from './pages.ts'
import { textOf, Visitor } from './visitor.ts'

/**
 * Messages can be received, without sending any. First a GET, which is refused and names the one method that is taken:
 * that shows that it is our own service which answers. Only then a POST without any of the fields: it goes all the way,
 * through every proxy, and is refused by the rules that stand before the store and before the limit (contact-route.ts),
 * so nothing is kept or mailed, and it counts as one refused request. OPTIONS would show less: a proxy may answer it by itself.
 */
export async function checkForm(visitor: Visitor, target = new URL(contactEndpoint, visitor.origin)): Promise<Check> {
  const isElsewhere = target.origin !== visitor.origin
  const service = isElsewhere ? new Visitor(target.origin, { allMs: 60_000 }) : visitor
  // Between two origins, a service takes what the pages of its own site send, and nothing else.
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(isElsewhere && { origin: visitor.origin }),
  }
  try {
    return {
      what: 'the contact form’s service is there and refuses an empty message',
      of: 1,
      breaches: await breachesAt(isElsewhere ? target.href : target.pathname, async () => {
        const read = await service.ask(target.pathname)
        if (read.status !== 405 || !read.headers.allow?.split(/, */).includes('POST'))
          return [`GET: ${answerInWords(read)}, not 405 with “Allow: POST”`]
        const empty = await service.ask(target.pathname, { method: 'POST', headers, body: '{}' })
        return empty.status === 422 ? [] : [`an empty POST: ${answerInWords(empty)}, not 422`]
      }),
      remedy: 'Start the site’s own server (npm run serve), and let the proxy hand GET and POST of this address to it.',
    }
  } finally {
    if (isElsewhere) service.close()
  }
}

/** Where a page's form is sent, which need not be the site itself. */
export function formTargetOf({ root }: MetPage, origin: string): URL | undefined {
  const action = root.querySelector('form[method="post" i]')?.getAttribute('action')
  if (!action || !URL.canParse(action, origin)) return undefined
  const target = new URL(action, origin)
  return /^https?:$/.test(target.protocol) ? target : undefined
}

/** Whether the server says that it is well, where it is the site's own; a host of files has nothing to say. */
export async function checkHealth(
  visitor: Visitor,
  { build }: ExpectedSite,
): Promise<{ check: Check; information: string[] }> {
  const information: string[] = []
  const lives = breachesAt('/healthz', async () => {
    const answer = await visitor.ask('/healthz')
    const { status, build: running } = answerOf<{ status: string; build: string }>(textOf(answer))
    if (answer.status === 404)
      information.push('/healthz is not there: right where nginx or a host of files stands before the server.')
    else if (answer.status !== 200 || status !== 'ok') return [answerInWords(answer)]
    else if (running === build) information.push(`What runs there is the build that lies here, ${build}.`)
    else information.push(`What runs there is build ${running}; the build here, in dist/, is ${build}.`)
    return []
  })
  const isReady = breachesAt('/readyz', async () => {
    const answer = await visitor.ask('/readyz')
    return [200, 404].includes(answer.status) ? [] : [`${answerInWords(answer)}: messages cannot be sent`]
  })
  return {
    check: {
      what: 'the server says that it is well and ready, or nothing',
      of: 2,
      breaches: (await Promise.all([lives, isReady])).flat(),
      remedy: 'See what the server has logged; docs/runbook.md says what to do.',
    },
    information,
  }
}

/** What only the operator should read is not for everybody. */
export async function checkMetrics(visitor: Visitor): Promise<Check> {
  return {
    what: 'metrics are not public',
    of: 1,
    breaches: await breachesAt('/metrics', async () => {
      const answer = await visitor.ask('/metrics')
      return answer.status === 404 ? [] : [`${answerInWords(answer)}, not 404`]
    }),
    remedy: 'Let the proxy hand nothing to METRICS_PORT; who reads the metrics asks on the machine itself.',
  }
}

/** JSON, or nothing where it is something else. */
function answerOf<Said>(text: string): Partial<Said> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** What search engines read first. */
export async function checkSearchEngines(visitor: Visitor, { pages }: ExpectedSite): Promise<Check> {
  const robots = breachesAt('/robots.txt', async () => {
    const answer = await visitor.ask('/robots.txt')
    if (answer.status !== 200) return [answerInWords(answer)]
    const text = textOf(answer)
    const sitemap = /^Sitemap: *(\S+)/im.exec(text)?.[1]
    return [
      ...(sitemap === `${visitor.origin}/sitemap.xml` ? [] : [`names the sitemap ${sitemap ?? 'nowhere'}`]),
      ...(/^Disallow: *\/\s*$/im.test(text) ? ['keeps search engines away from everything'] : []),
    ]
  })
  const sitemap = breachesAt('/sitemap.xml', async () => {
    const answer = await visitor.ask('/sitemap.xml')
    if (answer.status !== 200) return [answerInWords(answer)]
    const listed = new Set([...textOf(answer).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address))
    const wanted = pages.map(({ address }) => new URL(address, visitor.origin).href)
    const missing = wanted.filter((address) => !listed.has(address))
    const superfluous = [...listed].filter((address) => !wanted.includes(address))
    return [
      ...(missing.length > 0 ? [`does not list ${some(missing)}`] : []),
      ...(superfluous.length > 0 ? [`lists what is no page of the build here: ${some(superfluous)}`] : []),
    ]
  })
  return {
    what: 'robots.txt and the sitemap lead to the pages at this origin',
    of: 2,
    breaches: (await Promise.all([robots, sitemap])).flat(),
    remedy: 'Build with SITE_ORIGIN set to this very origin, and deploy that.',
  }
}

const some = ([first, ...others]: string[]) => (others.length > 0 ? `${first} and ${others.length} more` : first)
