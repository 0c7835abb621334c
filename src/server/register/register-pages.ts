import type { BuiltRegister, BuiltSite } from '../../shared/built-site.ts'
import { fold } from '../../shared/fold.ts'
import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languageOf, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import type { PageData } from '../../shared/page-data.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import { dayIn, isSpecimen, looksLikeNumber, readNumber, stateOn } from '../../shared/register/certificate.ts'
import type { RegisterView } from '../../shared/register/register-page.ts'

type RegisterPage = PageData<'register'>
type Redirect = { redirect: string; status: 301 | 303 }

/** The most characters of a search or a number: longer input cannot match. */
const mostTyped = 100
const mostListed = 50

/**
 * Composes the register's pages (docs/promises.md, register): itself, searches, certificates, and what is not found.
 * @returns a function that answers a decoded path with its query, and nothing if the path is not the register's; `preferred`
 * is the language that the browser prefers, for the short addresses `/c/…`
 */
export function registerPages(site: BuiltSite, register: BuiltRegister, now: () => Date) {
  const { certificates, published, pages } = register
  const { origin, timeZone } = site.settings
  const byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
  /** What is searched of each, in the same order. */
  const texts = certificates.map(({ number, holder, plant, oval, town }) =>
    fold([number, holder, plant, oval, town].join('\n')),
  )
  const everHalted = certificates
    .filter(({ withdrawn, suspended }) => withdrawn || suspended)
    .sort((one, other) => (other.withdrawn || other.suspended).localeCompare(one.withdrawn || one.suspended))
  const { addresses } = pages[initialLanguage]
  const findRegister = redirectFinder([addresses])
  /** The address of what somebody typed as a number. */
  const addressOf = (list: string, typed: string) => `${list}/${readNumber(typed) ?? typed}`

  return (path: string, query: URLSearchParams, preferred: Language): RegisterPage | Redirect | undefined => {
    if (findRegister(path) === path) return listPage(languageOf(path), query.get('q')?.trim().slice(0, mostTyped) ?? '')
    const [, folder = '', typed = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
    const isShort = folder === '/c'
    const list = isShort ? addresses[preferred] : findRegister(folder)
    if (!list || typed.length > mostTyped) return undefined
    const address = addressOf(list, typed)
    return address === path
      ? certificatePage(languageOf(path), typed)
      : { redirect: address, status: isShort ? 303 : 301 }
  }

  /** The certificates that hold all words of a query, accents and case aside; without one, those halted, latest first. */
  function listPage(language: Language, query: string): RegisterPage | Redirect {
    if (looksLikeNumber(query)) return { redirect: addressOf(addresses[language], query), status: 303 }
    const { title, results } = pages[language].content
    const today = dayIn(timeZone, now())
    const words = fold(query).split(/\s+/)
    const found = query
      ? certificates.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
      : everHalted.filter((certificate) => ['suspended', 'withdrawn'].includes(stateOn(certificate, today)))
    return pageOf(language, query && `?q=${encodeURIComponent(query)}`, query ? results.title : title, {
      kind: 'list',
      query,
      listed: found.slice(0, mostListed),
      count: (query ? found : certificates).length.toLocaleString(languages[language].locale),
      isCut: found.length > mostListed,
      published: longDate(published, language),
    })
  }

  function certificatePage(language: Language, number: string): RegisterPage {
    const texts = pages[language].content
    const ending = `/${encodeURIComponent(number)}`
    const certificate = byNumber.get(number)
    const address = `${origin}/c/${number}`
    if (certificate)
      return pageOf(language, ending, texts.certificate, { kind: 'certificate', number, certificate, address })
    const { title, body } = readNumber(number) ? texts.missing : texts.wrong
    const advice = interpolateRichText(body, { number, published: longDate(published, language) })
    return pageOf(language, ending, title, { kind: 'none', number, advice })
  }

  /** @param ending what follows the register's own address */
  function pageOf(language: Language, ending: string, heading: string, view: RegisterView): RegisterPage {
    const page = pages[language]
    const title = interpolate(heading, view)
    const isOwn = ending === '' || (view.kind === 'certificate' && !isSpecimen(view.number))
    return {
      ...page,
      address: page.address + ending,
      addresses: eachLanguage((each) => addresses[each] + ending),
      head: { ...page.head, ...(ending && { title: `${title} · ${site.shells[language].name}` }), noindex: !isOwn },
      content: { ...page.content, title, today: dayIn(timeZone, now()), view },
    }
  }
}
