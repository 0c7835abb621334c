import type { BuiltRegister, BuiltSite } from '../shared/built-site.ts'
import { countriesByName, countryName } from '../shared/country-name.ts'
import { interpolate, interpolateRichText } from '../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languages } from '../shared/languages.ts'
import { dayIn, longDate } from '../shared/long-date.ts'
import type { PageData } from '../shared/page-data.ts'
import {
  type Certificate,
  type DescribedCertificate,
  dayColumns,
  isSpecimen,
  type RegisterView,
  registerChoices,
  states,
} from '../shared/register-page.ts'
import { spellAddress } from '../shared/spell-address.ts'
import { memoizePerDay } from './memoize-per-day.ts'
import { looksLikeNumber, readNumber } from './number.ts'
import { registerSearch } from './search.ts'
import { shownOn, stateOn } from './state.ts'

/** The most characters of a search, and of a number in an address: longer input cannot match. */
export const maxQueryLength = 100
const pageSize = 50

type Site = Pick<BuiltSite, 'shells'> & { settings: Pick<BuiltSite['settings'], 'origin' | 'timeZone'> }

/** Composes the register's pages (docs/promises.md, register): lists, certificates, and what is not found. */
export function registerPages(site: Site, register: Omit<BuiltRegister, 'template'>, now: () => Date) {
  const { certificates, published, pages } = register
  const { origin, timeZone } = site.settings
  const { addresses } = pages[initialLanguage]
  const products = eachLanguage((language) => pages[language].content.covers)
  const { searchables, search } = registerSearch(certificates, products)
  const byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
  const countries = new Set(certificates.map(({ country }) => country))
  const covered = new Set(certificates.flatMap(({ covers }) => covers.split(' ')))
  /** All certificates in the order of lists, and the keys that occur among them. */
  const listOn = memoizePerDay((today) => {
    const byState = Map.groupBy(searchables, ({ certificate }) => stateOn(certificate, today))
    const all = states.flatMap((state) => byState.get(state) ?? [])
    return { all, occurring: new Set([...countries, ...covered, ...byState.keys()]) }
  })
  const dayNow = () => dayIn(timeZone, now())

  return { listPage, certificatePage }

  /** A list, those in force first; or a certificate, if what was typed is a number and nothing else that the register contains. */
  function listPage(language: Language, query: URLSearchParams): PageData<'register'> {
    const today = dayNow()
    const { address, content } = pages[language]
    const { all, occurring } = listOn(today)
    // What was typed, without half a surrogate pair, which no address can contain, and without control characters.
    const q = (query.get('q') ?? '')
      .slice(0, maxQueryLength)
      .replace(/[\p{Cs}\p{Cc}]+/gu, ' ')
      .trim()
    const country = countriesByName(countries, language)
    const words = { country, product: content.covers, state: content.states }
    const choices = registerChoices.map((name) => {
      const options = Object.entries(words[name]).filter(([key]) => occurring.has(key))
      const asked = query.get(name) ?? ''
      return { name, asked: options.some(([key]) => key === asked) ? asked : '', options }
    })
    const asked = choices.flatMap(({ asked }) => (asked ? ` ${asked} ` : []))
    const isChosen = (keys: string) => asked.every((key) => keys.includes(key))
    const chosen = asked.length > 0 ? all.filter(({ certificate }) => isChosen(keysOn(certificate, today))) : all
    const { found, isNear } = q ? search(q, chosen) : { found: chosen, isNear: false }
    const number = readNumber(q) ?? ''
    const isOther = !isNear && found.some(({ certificate }) => certificate.number !== number)
    if (!isOther && (byNumber.has(number) || looksLikeNumber(q))) return certificatePage(language, q)

    const last = Math.max(1, Math.ceil(found.length / pageSize))
    const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), last)
    const endingOf = (page: number) => {
      const asked = choices.map(({ name, asked }) => [name, asked])
      const given = [['q', q], ...asked, ['page', page > 1 ? String(page) : '']].filter(([, value]) => value)
      return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
    }
    const { title, published: whole, results } = content
    const inWords = (count: number) => count.toLocaleString(languages[language].locale)
    const counts = { count: inWords(found.length), page: inWords(page), pages: inWords(last) }
    const values = { ...counts, query: q, published: longDate(published, language) }
    const some = isNear ? results.near : results.count
    const none = q ? results.none : results.none_chosen
    return pageOf(language, endingOf(page), q ? interpolate(results.title, values) : title, {
      list: {
        typed: q,
        choices,
        summary: interpolate(q || asked.length > 0 ? (found.length > 0 ? some : none) : whole, values),
        page: interpolate(content.pages.page, values),
        listed: found
          .slice((page - 1) * pageSize, page * pageSize)
          .map(({ certificate }) => describe(certificate, today, language)),
        previous: page > 1 ? address + endingOf(page - 1) : undefined,
        next: page < last ? address + endingOf(page + 1) : undefined,
      },
    })
  }

  /**
   * The page of a certificate, or why there is none.
   * @param typed the number as somebody typed it
   */
  function certificatePage(language: Language, typed: string): PageData<'register'> {
    const { content } = pages[language]
    const number = readNumber(typed) ?? typed.replace(/[/\\?#]+/g, ' ').trim()
    const ending = spellAddress(`/${encodeURIComponent(number)}`)
    const certificate = byNumber.get(number)
    if (certificate) {
      const shown = { ...describe(certificate, dayNow(), language), address: `${origin}/c/${number}` }
      return pageOf(language, ending, interpolate(content.certificate, { number }), { certificate: shown })
    }
    const { title, body } = readNumber(number) ? content.missing : content.wrong
    const example = certificates[0]?.number ?? ''
    const advice = interpolateRichText(body, { number, example, published: longDate(published, language) })
    return pageOf(language, ending, interpolate(title, { number }), { advice })
  }

  function describe(certificate: Certificate, today: string, language: Language): DescribedCertificate {
    const { covers, reasons } = pages[language].content
    const shown = shownOn(certificate, today)
    const days = dayColumns.map((column) => [column, longDate(shown[column], language)])
    const words = {
      ...shown,
      ...Object.fromEntries(days),
      town: `${shown.town} (${countryName(shown.country, language)})`,
      covers: wordsOf(covers, shown.covers),
      reason: wordsOf(reasons, shown.reason),
    }
    return { ...shown, words }
  }

  /** @param ending what follows the register's own address */
  function pageOf(language: Language, ending: string, title: string, view: RegisterView): PageData<'register'> {
    const { head, ...page } = pages[language]
    const isIndexable = ending === '' || (view.certificate && !isSpecimen(view.certificate.number))
    return {
      ...page,
      address: page.address + ending,
      addresses: eachLanguage((each) => addresses[each] + ending),
      head: { ...head, ...(ending && { title: `${title} · ${site.shells[language].name}` }), noindex: !isIndexable },
      content: { ...page.content, title, today: longDate(dayNow(), language), view },
    }
  }
}

/** What a certificate is listed under on a day: its country, the keys of its products, and its state, each between spaces. */
const keysOn = (certificate: Certificate, today: string) =>
  ` ${certificate.country} ${certificate.covers} ${stateOn(certificate, today)} `

/** The words for keys that are separated by spaces. */
const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
