import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import type { BuiltFile, BuiltSite } from '../../shared/built-site.ts'
import { UsageError } from '../../shared/command-error.ts'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import { allLanguages, languages } from '../../shared/languages.ts'
import { securityHeaders } from '../../shared/security-headers.ts'
import { reasonOf } from './answers.ts'

/** One promise of the site: on how many answers it was looked for, and what was found where it was not kept. */
export type Check = { what: string; remedy: string; of: number; failures: Failure[] }
type Failure = { where: string; found: string }

type Options = {
  /** What the build says: the last one, when nothing else is given. */
  site?: BuiltSite
  /** Where plain HTTP is spoken; known by itself where TLS has its usual port. */
  plainOrigin?: string | undefined
  /** How long one answer may take, in milliseconds. */
  answerMs?: number
}

type Answer = { status: number; headers: Headers; body: Buffer }
type Request = {
  url: string
  method?: 'POST'
  headers?: Record<string, string>
  body?: string
  /** @returns what is amiss, in a few words */
  find(answer: Answer): string[]
}

const requestsAtOnce = 4
/** Certificates are usually renewed a month before they end: with less than this left, nobody does. */
const leastDays = 14
const dayMs = 86_400_000

/**
 * Looks at a running site from outside and holds it to what the build wrote: every file byte for byte, with its headers,
 * and the redirects. No message is sent.
 * @throws UsageError when there is no build
 */
export async function checkLive(origin: string, options: Options = {}): Promise<Check[]> {
  const { site = readBuild(), plainOrigin = usualPlainOrigin(origin), answerMs = 15_000 } = options
  const check = (what: string, remedy: string, requests: Request[]) => send(answerMs, what, remedy, requests)
  let etag = ''
  const home = await check('the site answers at this origin', 'Check the name, the server and its certificate.', [
    {
      url: `${origin}/`,
      find({ headers }) {
        etag = headers.get('etag') ?? ''
        return otherOrigin(origin, headers.get('location'))
      },
    },
  ])
  if (home.failures.length > 0) return [home]
  return [
    builtFor(origin, site),
    await checkCertificate(origin, new Date()),
    ...(plainOrigin
      ? [
          await check('plain HTTP leads to TLS', 'Answer plain HTTP with 301 to the same address over TLS.', [
            { url: `${plainOrigin}/en`, find: leadsTo(`${origin}/en`) },
          ]),
        ]
      : []),
    await check(
      'every page and file is there as it was built, with its headers',
      'Deploy the whole build that lies in dist/, restart or reload what serves it, send the headers that it wrote (docs/static-hosting.md), and let nothing on the way change, add or repeat anything.',
      fileRequests(origin, site),
    ),
    await check('what has not changed is answered with 304', 'Send ETag, and pass If-None-Match on.', [
      { url: `${origin}/`, headers: { 'if-none-match': etag }, find: hasStatus(304) },
    ]),
    await check('redirects lead for good to the true address', 'Send 301.', redirectRequests(origin)),
    await check(
      'what is not there is answered with 404, in the language of the address',
      'Give the not-found page of the address’s language with status 404.',
      notFoundRequests(origin, site),
    ),
    await checkForm(origin, site, check),
    await check(
      'the server says that it is well, and its metrics to nobody here',
      'See what the server has logged, and docs/runbook.md. Let the proxy hand nothing to METRICS_PORT.',
      [
        // Only our own server answers here; a static host says 404.
        ...['/healthz', '/readyz'].map((path) => ({ url: origin + path, find: hasStatus(200, 404) })),
        { url: `${origin}/metrics`, find: hasStatus(404) },
      ],
    ),
  ]
}

function readBuild(): BuiltSite {
  if (!existsSync('dist/site.json'))
    throw new UsageError('There is no build here to compare the site with. Make one first: npm run build')
  return JSON.parse(readFileSync('dist/site.json', 'utf8'))
}

/** Sends requests, a few at a time, and holds each answer to what is expected of it. */
async function send(answerMs: number, what: string, remedy: string, requests: Request[]): Promise<Check> {
  const failures: Failure[] = []
  for (let next = 0; next < requests.length; next += requestsAtOnce)
    await Promise.all(
      requests.slice(next, next + requestsAtOnce).map(async (request) => {
        const found = await fetchAnswer(request, answerMs).then(request.find, (error) => [
          reasonOf((error as Error).cause ?? error),
        ])
        failures.push(...found.map((found) => ({ where: request.url, found })))
      }),
    )
  return { what, remedy, of: requests.length, failures }
}

async function fetchAnswer({ url, headers, ...init }: Request, answerMs: number): Promise<Answer> {
  const answer = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
    // What browsers say that they can read.
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
    ...init,
  })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

const inWords = ({ status, headers }: Answer) =>
  headers.has('location') ? `status ${status} to ${headers.get('location')}` : `status ${status}`

const hasStatus =
  (...wanted: number[]) =>
  (answer: Answer) =>
    wanted.includes(answer.status) ? [] : [`${inWords(answer)}, not ${wanted.join(' or ')}`]

const leadsTo = (target: string) => (answer: Answer) => {
  const location = answer.headers.get('location')
  const isThere = location !== null && URL.canParse(location, target) && new URL(location, target).href === target
  return isThere && [301, 308].includes(answer.status) ? [] : [`${inWords(answer)}, not 301 to ${target}`]
}

/** Told first where the site leads to another origin: every other check would only fail for that reason. */
function otherOrigin(origin: string, location: string | null): string[] {
  if (!location || !URL.canParse(location, origin) || new URL(location, origin).origin === origin) return []
  return [`leads to ${location}. Is the site there? Then look there: npm run launch-check -- --live …`]
}

/** With a port of its own, nobody can know where plain HTTP is. */
function usualPlainOrigin(origin: string): string | undefined {
  const { protocol, hostname, port } = new URL(origin)
  return protocol === 'https:' && !port ? `http://${hostname}` : undefined
}

const builtFor = (origin: string, site: BuiltSite): Check => ({
  what: 'pages, sitemap and headers name this origin',
  remedy: 'Build with SITE_ORIGIN set to this very origin, and deploy that.',
  of: 1,
  failures: site.origin === origin ? [] : [{ where: 'dist', found: `the build here is for ${site.origin}` }],
})

function fileRequests(origin: string, site: BuiltSite): Request[] {
  const hosts = readFileSync('dist/public/_headers', 'utf8')
  // A host whose rules go by folders gives all files one policy.
  const commonPolicy = /content-security-policy: (.*)/i.exec(hosts)?.[1] ?? ''
  return Object.entries(site.files)
    .filter(([address]) => !Object.values(site.notFound).includes(address))
    .map(([address, file]) => ({
      url: origin + encodeURI(address),
      find: (answer) =>
        answer.status === 200
          ? [
              ...(isAsBuilt(answer, file) ? [] : ['is not what the build has']),
              ...headerFailures(answer.headers, file, { origin, commonPolicy }),
            ]
          : hasStatus(200)(answer),
    }))
}

const isAsBuilt = ({ body }: Answer, { path }: BuiltFile) => body.equals(readFileSync(`dist/public/${path}`))

function headerFailures(
  headers: Headers,
  file: BuiltFile,
  { origin, commonPolicy }: { origin: string; commonPolicy: string },
): string[] {
  const { 'content-security-policy': _ofFiles, ...security } = securityHeaders(origin)
  const policies = [file.contentSecurityPolicy, commonPolicy]
  const rules: [name: string, isRight: (value: string) => boolean][] = [
    ...Object.entries(security).map(([name, wanted]): (typeof rules)[number] => [
      name,
      // An owner may ask browsers for TLS on more than this host.
      (value) => value.replace(/; *(includeSubDomains|preload)/gi, '') === wanted,
    ]),
    ['content-security-policy', (value) => policies.includes(value)],
    ['content-type', (value) => essenceOf(value) === essenceOf(file.type)],
    ['cache-control', (value) => (file.immutable ? /immutable/ : /\b(no-cache|max-age=0)\b/).test(value)],
    ['content-encoding', (value) => !file.path.endsWith('.html') || /^(br|gzip)$/.test(value)],
  ]
  return rules
    .filter(([name, isRight]) => !isRight(headers.get(name) ?? ''))
    .map(([name]) => `${name} is ${headers.get(name) ?? 'missing'}`)
}

/** Whether a type of text names its encoding is the server's business. */
const essenceOf = (type: string) => type.split(';')[0]?.trim().toLowerCase().replace('application/', 'text/')

/** One redirect for each page, the last in `_redirects`, where the build writes every spelling for other hosts. */
function redirectRequests(origin: string): Request[] {
  const lines = readFileSync('dist/public/_redirects', 'utf8').matchAll(/^(\S+) (\S+) 301$/gm)
  const byTarget = new Map([...lines].map(([, address = '', target = '']) => [target, address]))
  return [...byTarget].map(([target, address]) => ({ url: origin + address, find: leadsTo(origin + target) }))
}

function notFoundRequests(origin: string, { notFound, files }: BuiltSite): Request[] {
  return allLanguages.map((language) => ({
    // Nobody can have a page here.
    url: `${origin}${languages[language].prefix}/launch-check-${randomBytes(4).toString('hex')}`,
    find: (answer) => [
      ...hasStatus(404)(answer),
      ...(isAsBuilt(answer, files[notFound[language]] as BuiltFile)
        ? []
        : [`is not the not-found page in ${language}`]),
    ],
  }))
}

/**
 * Messages can be received, without sending any. First a GET, which is refused and names the one method that is taken:
 * that shows that it is our own service which answers. Only then a POST without any of the fields, which is refused by
 * the rules that stand before the store (contact-route.ts): nothing is kept or mailed, and it counts as one refused request.
 */
async function checkForm(
  origin: string,
  { contactOrigin = origin }: BuiltSite,
  check: (what: string, remedy: string, requests: Request[]) => Promise<Check>,
): Promise<Check> {
  const url = contactOrigin + contactEndpoint
  const what = 'the contact form’s service is there and refuses an empty message'
  const remedy =
    'Start the site’s own server (npm run serve), and let the proxy hand GET and POST of this address to it.'
  const asked = await check(what, remedy, [
    {
      url,
      find: (answer) =>
        answer.status === 405 && answer.headers.get('allow')?.split(/, */).includes('POST')
          ? []
          : [`GET: ${inWords(answer)}, not 405 with “Allow: POST”`],
    },
  ])
  if (asked.failures.length > 0) return asked
  // Between two origins, a service takes what the pages of its own site send, and nothing else.
  const headers = { 'content-type': 'application/json', accept: 'application/json', origin }
  return check(what, remedy, [{ url, method: 'POST', headers, body: '{}', find: hasStatus(422) }])
}

async function checkCertificate(origin: string, today: Date): Promise<Check> {
  const found = (text: string): Check => ({
    what: 'the connection is private, with a certificate that is renewed in time',
    remedy: 'Let a proxy speak TLS with a certificate for this name, and see that it renews itself.',
    of: 1,
    failures: text ? [{ where: origin, found: text }] : [],
  })
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return found('plain HTTP: everyone on the way can read and change what is sent')
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, servername: host.includes(':') ? '' : host, port: Number(port || 443) })
  const end = await new Promise<string>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerCertificate().valid_to))
    socket.once('error', reject)
  }).finally(() => socket.destroy())
  const days = Math.floor((Date.parse(end) - today.getTime()) / dayMs)
  return found(days < leastDays ? `the certificate ends on ${end}, and nobody has renewed it; days left: ${days}` : '')
}
