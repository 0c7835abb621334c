import { randomBytes } from 'node:crypto'
import { parse } from 'node-html-parser'
import { allLanguages, languages } from '../../shared/languages.ts'
import { brokenPromises } from '../../shared/promised-headers.ts'
import type { ExpectedSite } from './expected-site.ts'
import type { Breach, Check } from './live-report.ts'
import { nearMissSamples } from './near-misses.ts'
import { acceptEncoding, answerInWords } from './pages.ts'
import { type Answer, NoAnswer, textOf, type Visitor } from './visitor.ts'

/** Asks for something, and says what is amiss with the answer, or that there was none. */
export async function breachesAt(where: string, find: () => Promise<string[]>): Promise<Breach[]> {
  try {
    return (await find()).map((found) => ({ where, found }))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return [{ where, found: error.message }]
  }
}

/** Each kind of address that is nearly right leads for good to the true one. */
export async function checkNearMisses(visitor: Visitor, { addresses }: ExpectedSite): Promise<Check> {
  const samples = nearMissSamples(addresses)
  const breaches = await Promise.all(
    samples.map(({ kind, sent, target }) =>
      breachesAt(`${sent} (${kind})`, async () => redirectFaults(await visitor.ask(sent), visitor.origin, target)),
    ),
  )
  return {
    what: 'addresses that are nearly right lead for good to the true one',
    of: samples.length,
    breaches: breaches.flat(),
    remedy:
      'Send 301 to the true address. Hosts with rules for single addresses cannot know every letter case: see docs/static-hosting.md.',
  }
}

function redirectFaults(answer: Answer, origin: string, target: string): string[] {
  const { location } = answer.headers
  const leadsTo = location !== undefined && URL.canParse(location, origin) ? new URL(location, origin).href : undefined
  const isThere = leadsTo === new URL(target, origin).href
  return isThere && [301, 308].includes(answer.status) ? [] : [`${answerInWords(answer)}, not 301 to ${target}`]
}

/** What is not there is said to be so, in the language of the address. */
export async function checkNotFound(visitor: Visitor): Promise<Check> {
  const breaches = await Promise.all(
    allLanguages.map((language) => {
      // Nobody can have a page here.
      const path = `${languages[language].prefix}/launch-check-${randomBytes(4).toString('hex')}`
      return breachesAt(path, async () => {
        const answer = await visitor.ask(path, { headers: { 'accept-encoding': acceptEncoding } })
        if (answer.status !== 404) return [`${answerInWords(answer)}, not 404`]
        const lang = parse(textOf(answer)).querySelector('html')?.getAttribute('lang')
        return [
          ...(lang === language ? [] : [`the not-found page is in "${lang ?? 'no language'}", not "${language}"`]),
          ...brokenPromises(answer.headers, false),
        ]
      })
    }),
  )
  return {
    what: 'what is not there is answered with 404, in the visitor’s language',
    of: allLanguages.length,
    breaches: breaches.flat(),
    remedy: 'Let the server give the not-found page of the address’s language with status 404 and every header.',
  }
}
