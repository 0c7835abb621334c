import { createHash } from 'node:crypto'
import { type HTMLElement, parse } from 'node-html-parser'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { brokenPromises } from '../../shared/promised-headers.ts'
import type { ExpectedPage } from './expected-site.ts'
import type { Breach, Check } from './live-report.ts'
import { type Answer, NoAnswer, textOf, type Visitor } from './visitor.ts'

/** A page as it was met. */
export type MetPage = { page: ExpectedPage; answer: Answer; root: HTMLElement; html: string; again: Answer | undefined }

/** What browsers say that they can read. */
export const acceptEncoding = 'gzip, deflate, br'

/**
 * Asks every page in every language, once more for what has changed since, and holds it to the rules below.
 * @param meet gets each page as it is met, which then is forgotten: a site may have thousands
 */
export async function checkPages(
  visitor: Visitor,
  pages: ExpectedPage[],
  meet: (met: MetPage) => void,
): Promise<Check[]> {
  const absent: Breach[] = []
  const broken = new Map<Rule, Breach[]>(rules.map((rule) => [rule, []]))
  await Promise.all(
    pages.map(async (page) => {
      const met = await meetPage(visitor, page)
      if (typeof met === 'string') return absent.push({ where: page.address, found: met })
      meet(met)
      for (const [rule, breaches] of broken)
        breaches.push(...rule.find(met, visitor.origin).map((found) => ({ where: page.address, found })))
    }),
  )
  const order = new Map(pages.map(({ address }, index) => [address, index]))
  const inOrder = (breaches: Breach[]) =>
    breaches.toSorted((one, other) => (order.get(one.where) ?? 0) - (order.get(other.where) ?? 0))
  return [
    {
      what: 'every page in every language is there',
      of: pages.length,
      breaches: inOrder(absent),
      remedy: 'Deploy the whole build, and let the server answer these addresses themselves.',
    },
    ...[...broken].map(([{ what, remedy }, breaches]) => ({
      what,
      of: pages.length - absent.length,
      breaches: inOrder(breaches),
      remedy,
    })),
  ]
}

/** @returns the page, or why there is none */
async function meetPage(visitor: Visitor, page: ExpectedPage): Promise<MetPage | string> {
  const path = encodeURI(page.address)
  const headers = { 'accept-encoding': acceptEncoding }
  try {
    const answer = await visitor.ask(path, { headers })
    if (answer.status !== 200) return answerInWords(answer)
    const { etag } = answer.headers
    const again = etag ? await visitor.ask(path, { headers: { ...headers, 'if-none-match': etag } }) : undefined
    const html = textOf(answer)
    return { page, answer, again, html, root: parse(html) }
  } catch (error) {
    if (error instanceof NoAnswer) return error.message
    throw error
  }
}

export const answerInWords = ({ status, headers }: Answer) =>
  headers.location ? `${status}, to ${headers.location}` : `status ${status}`

type Rule = {
  what: string
  remedy: string
  /** @returns what is amiss, in a few words */
  find(met: MetPage, origin: string): string[]
}

/** What every page owes its visitors, besides being there. */
const rules: Rule[] = [
  {
    what: 'title and language of each page are those of the build',
    remedy: 'Deploy the build that lies in dist/, or build again from what is deployed.',
    find: ({ page, root, answer }) => [
      ...differs('title', root.querySelector('title')?.text, page.title),
      ...differs('lang', root.querySelector('html')?.getAttribute('lang'), page.language),
      ...differs('content-type', answer.headers['content-type']?.toLowerCase(), 'text/html; charset=utf-8'),
    ],
  },
  {
    what: 'each page names itself and its other languages at this origin',
    remedy: 'Build with SITE_ORIGIN set to this very origin, and deploy that.',
    find: ({ page, root }, origin) => {
      const absolute = (address: string) => new URL(address, origin).href
      const hrefOf = (selector: string) => root.querySelector(selector)?.getAttribute('href')
      return [
        ...differs('canonical', hrefOf('link[rel="canonical"]'), absolute(page.address)),
        ...allLanguages.flatMap((language) =>
          differs(`hreflang ${language}`, hrefOf(`link[hreflang="${language}"]`), absolute(page.addresses[language])),
        ),
        ...differs('x-default', hrefOf('link[hreflang="x-default"]'), absolute(page.addresses[initialLanguage])),
      ]
    },
  },
  {
    what: 'pages arrive compressed, with Brotli or gzip',
    remedy: 'Let the proxy pass Accept-Encoding and Content-Encoding on; the build has both forms.',
    find: ({ answer }) => {
      const encoding = answer.headers['content-encoding']
      return encoding === 'br' || encoding === 'gzip' ? [] : [`content-encoding is ${encoding ?? 'missing'}`]
    },
  },
  {
    what: 'pages bring every security header that is promised',
    remedy: 'Send the headers that the build wrote (docs/static-hosting.md), and let no proxy change or repeat them.',
    find: ({ answer }, origin) => [...brokenPromises(answer.headers, false), ...hstsFaults(answer, origin)],
  },
  {
    what: 'a page’s security policy lets its own style and scripts work',
    remedy: 'Reload the server’s configuration with every upload, and switch off what rewrites pages on their way.',
    find: inlineFaults,
  },
  {
    what: 'pages ask no other host for anything',
    remedy: 'Switch off what a proxy or host adds to pages: analytics, fonts, scripts.',
    find: ({ root, html }, origin) => foreignResources(root, html, origin),
  },
  {
    what: 'pages are asked for each time, and answered with 304 when nothing has changed',
    remedy: 'Send ETag and “Cache-Control: no-cache” with pages, and let the proxy pass If-None-Match on.',
    find: ({ answer, again }) => [...pageCachingFaults(answer), ...revalidationFaults(again)],
  },
]

const differs = (name: string, found: string | undefined, wanted: string) =>
  found === wanted ? [] : [`${name} is ${found === undefined ? 'missing' : `"${found}"`}, not "${wanted}"`]

/** For at least half a year; shorter is for trying out. */
const leastHstsSeconds = 15_768_000

export function hstsFaults({ headers }: Answer, origin: string): string[] {
  if (!origin.startsWith('https:')) return []
  const hsts = headers['strict-transport-security']
  if (Number(/max-age="?(\d+)/i.exec(hsts ?? '')?.[1] ?? 0) >= leastHstsSeconds) return []
  return [`strict-transport-security is ${hsts ?? 'missing'}`]
}

/** Style and scripts that stand in the page run only when the policy names their hash. */
function inlineFaults({ answer, root }: MetPage): string[] {
  const policy = String(answer.headers['content-security-policy'] ?? '')
  const isNamed = (text: string) => policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const dataTypes = /json|speculationrules/
  const scripts = root
    .querySelectorAll('script:not([src])')
    .filter((script) => !dataTypes.test(script.getAttribute('type') ?? ''))
  return [
    ...root.querySelectorAll('style').flatMap((style) => (isNamed(style.rawText) ? [] : ['its style is refused'])),
    ...scripts.flatMap((script) => (isNamed(script.rawText) ? [] : [`a script is refused: ${start(script.rawText)}`])),
    ...(root.querySelector('[style]') ? ['an element has a style of its own, which is refused'] : []),
  ]
}

const start = (text: string) => `${text.trim().slice(0, 40)}…`

/** What a browser fetches by itself to show a page; links that a visitor may follow are no such thing. */
function foreignResources(root: HTMLElement, html: string, origin: string): string[] {
  const fetched = [
    ...root.querySelectorAll('[src]').map((element) => element.getAttribute('src')),
    ...root
      .querySelectorAll('link[href]')
      .filter((link) => !/^(canonical|alternate)$/.test(link.getAttribute('rel') ?? ''))
      .map((link) => link.getAttribute('href')),
    ...root.querySelectorAll('[srcset]').flatMap((element) => (element.getAttribute('srcset') ?? '').split(/\s*,\s*/)),
    ...[...html.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address),
  ].map((address) => (address ?? '').split(' ')[0] ?? '')
  const foreign = fetched.filter(
    (address) => URL.canParse(address, origin) && isForeign(new URL(address, origin), origin),
  )
  return [...new Set(foreign)].map((address) => `asks for ${address}`)
}

const isForeign = (url: URL, origin: string) => /^(https?|wss?):$/.test(url.protocol) && url.origin !== origin

function pageCachingFaults({ headers }: Answer): string[] {
  const caching = headers['cache-control']
  return /\bno-cache\b|\bmax-age=0\b/.test(caching ?? '') ? [] : [`cache-control is ${caching ?? 'missing'}`]
}

export function revalidationFaults(again: Answer | undefined): string[] {
  if (!again) return ['there is no ETag']
  if (again.status !== 304) return [`asked again with its ETag, it is answered with ${again.status}, not 304`]
  return again.body.length > 0 ? ['a 304 has a body'] : []
}
