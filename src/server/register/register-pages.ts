import type { BuiltRegister, BuiltSite } from '../../shared/built-site.ts'
import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languageOf } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import type { PageData } from '../../shared/page-data.ts'
import { foldAddress, redirectFinder } from '../../shared/redirects.ts'
import { dayIn, isSpecimen, shownOn, stateOn } from '../../shared/register/certificate.ts'
import { looksLikeNumber, readNumber } from '../../shared/register/number.ts'
import type { RegisterView } from '../../shared/register/register-page.ts'
import { registerLists } from './register-list.ts'

type RegisterPage = PageData<'register'>
type Redirect = { redirect: string; status: 301 | 303 }

/** The most characters of a number in an address: longer input cannot be one. */
const mostTyped = 100

/**
 * Composes the register's pages (docs/promises.md, register): lists, certificates, and what is not found.
 * @returns the certificates by number, and a function that finds the page of a decoded path with its query, or nothing if the
 * path is not the register's; `preferred` is the language that the browser prefers, for the short addresses `/c/…`
 */
export function registerPages(site: BuiltSite, register: BuiltRegister, now: () => Date) {
  const { certificates, published, pages } = register
  const { origin, timeZone } = site.settings
  const byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
  const list = registerLists(register)
  const { addresses } = pages[initialLanguage]
  const findRegister = redirectFinder([addresses])
  /** The address of what somebody typed as a number. */
  const addressOf = (language: Language, typed: string) =>
    `${addresses[language]}/${readNumber(typed) ?? typed.replace(/[/\\?#]+/g, ' ').trim()}`

  function findPage(path: string, query: URLSearchParams, preferred: Language): RegisterPage | Redirect | undefined {
    if (findRegister(path) === path) return listPage(languageOf(path), query)
    const [, folder = '', typed = '', slash] = /^(.*)\/([^/]+)(\/*)$/.exec(path) ?? []
    const isShort = foldAddress(folder) === '/c'
    const address = isShort ? addresses[preferred] : findRegister(folder)
    // A QR code of the address /c/<number>.svg is drawn elsewhere, if there is such a certificate.
    if (!address || typed.length > mostTyped || (isShort && /\.svg$/i.test(typed))) return undefined
    const redirect = addressOf(languageOf(address), typed)
    if (redirect === path) return certificatePage(languageOf(path), typed)
    return { redirect, status: folder === '/c' && !slash ? 303 : 301 }
  }
  return { byNumber, findPage }

  /** A list; or a certificate, if what was typed is a number and nothing else that the register contains. */
  function listPage(language: Language, query: URLSearchParams): RegisterPage | Redirect {
    const { view, ending } = list(language, query, dayIn(timeZone, now()))
    const number = readNumber(view.query)
    const isFound = view.listed.length > 0 && !view.isNear
    const isCertificate = number !== undefined && byNumber.has(number)
    const isOnly = view.listed.every((certificate) => certificate.number === number)
    if (isCertificate ? isOnly : looksLikeNumber(view.query) && !isFound)
      return { redirect: addressOf(language, view.query), status: 303 }
    const { title, results } = pages[language].content
    return pageOf(language, ending, view.query ? results.title : title, view)
  }

  function certificatePage(language: Language, number: string): RegisterPage {
    const texts = pages[language].content
    const ending = `/${encodeURIComponent(number)}`
    const certificate = byNumber.get(number)
    if (certificate) {
      const today = dayIn(timeZone, now())
      const shown = { ...shownOn(certificate, today), state: stateOn(certificate, today) }
      const [address, code] = [`${origin}/c/${number}`, `/c/${number}.svg`]
      return pageOf(language, ending, texts.certificate, {
        kind: 'certificate',
        number,
        certificate: shown,
        address,
        code,
      })
    }
    const { title, body } = readNumber(number) ? texts.missing : texts.wrong
    const example = certificates[0]?.number ?? ''
    const advice = interpolateRichText(body, { number, example, published: longDate(published, language) })
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
