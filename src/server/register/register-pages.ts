import { fold } from '../../shared/fold.ts'
import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languageOf, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import {
  type Certificate,
  dayIn,
  isSpecimen,
  looksLikeNumber,
  readNumber,
  searchedColumns,
  stateOn,
} from '../../shared/register/certificate.ts'
import type { RegisterData, RegisterPage, RegisterView } from '../../shared/register/register-page.ts'

/** What an address of the register leads to. */
type RegisterAnswer = RegisterPage | { redirect: string; status: 301 | 303 }

/** What somebody may type or ask for, in characters: more is no name and no number. */
const mostTyped = 100
const mostListed = 50

/**
 * Composes the register's pages (docs/promises.md, register): itself, searches, certificates, and what is not found.
 * @returns a function that answers a decoded path with its query, and nothing if the path is not the register's; `preferred`
 * is the language that the browser prefers, for the short addresses `/c/…`
 */
export function registerPages(data: RegisterData, now: () => Date) {
  const { certificates } = data
  const byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
  /** What is searched of each, in the same order. */
  const texts = certificates.map((certificate) => fold(searchedColumns.map((name) => certificate[name]).join('\n')))
  const haltedSince = ({ withdrawn, suspended }: Certificate) => withdrawn || suspended
  const everHalted = certificates
    .filter(haltedSince)
    .sort((one, other) => haltedSince(other).localeCompare(haltedSince(one)))
  const dayOf = dayIn(data.timeZone)
  const { addresses } = data.languages[initialLanguage].page
  const findRegister = redirectFinder([addresses])
  /** The address of what somebody typed as a number. */
  const addressOf = (language: Language, typed: string) => `${addresses[language]}/${readNumber(typed) ?? typed}`

  return (path: string, query: URLSearchParams, preferred: Language): RegisterAnswer | undefined => {
    if (findRegister(path) === path) return listPage(languageOf(path), query.get('q')?.trim().slice(0, mostTyped) ?? '')
    const [, folder = '', typed = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
    if (!typed || typed.length > mostTyped) return undefined
    if (folder === '/c') return { redirect: addressOf(preferred, typed), status: 303 }
    const register = findRegister(folder)
    if (!register) return undefined
    const address = addressOf(languageOf(register), typed)
    return address === path ? certificatePage(languageOf(path), typed) : { redirect: address, status: 301 }
  }

  /** The certificates that hold all words of a query, accents and case aside; without one, those halted, latest first. */
  function listPage(language: Language, query: string): RegisterAnswer {
    if (looksLikeNumber(query)) return { redirect: addressOf(language, query), status: 303 }
    const today = dayOf(now())
    const words = fold(query).split(/\s+/)
    const found = query
      ? certificates.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
      : everHalted.filter((certificate) => ['suspended', 'withdrawn'].includes(stateOn(certificate, today)))
    const view: RegisterView = {
      kind: 'list',
      query,
      listed: found.slice(0, mostListed),
      count: (query ? found : certificates).length.toLocaleString(languages[language].locale),
      isCut: found.length > mostListed,
      published: longDate(data.published, language),
    }
    const { title, results } = data.languages[language].page.content
    if (!query) return pageOf(language, '', title, view)
    return pageOf(language, `?q=${encodeURIComponent(query)}`, interpolate(results.title, { query }), view)
  }

  function certificatePage(language: Language, number: string): RegisterPage {
    const { certificate: title, missing, wrong } = data.languages[language].page.content
    const ending = `/${encodeURIComponent(number)}`
    const certificate = byNumber.get(number)
    if (certificate) {
      const address = `${data.frame.origin}/c/${number}`
      return pageOf(language, ending, interpolate(title, { number }), { kind: 'certificate', certificate, address })
    }
    const texts = readNumber(number) ? missing : wrong
    const values = { number, published: longDate(data.published, language) }
    const body = interpolateRichText(texts.body, values)
    return pageOf(language, ending, interpolate(texts.title, values), { kind: 'none', body })
  }

  /** @param ending what follows the register's own address */
  function pageOf(language: Language, ending: string, title: string, view: RegisterView): RegisterPage {
    const { page, shell } = data.languages[language]
    const isOwn = ending === '' || (view.kind === 'certificate' && !isSpecimen(view.certificate.number))
    return {
      ...page,
      address: page.address + ending,
      addresses: eachLanguage((each) => addresses[each] + ending),
      head: { ...page.head, ...(ending && { title: `${title} · ${shell.name}` }), noindex: !isOwn },
      content: { ...page.content, title, today: dayOf(now()), view },
    }
  }
}
