import type { BuiltRegister, BuiltSite } from '../../shared/built-site.ts'
import { foldAddress } from '../../shared/fold.ts'
import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languageOf } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import type { PageData } from '../../shared/page-data.ts'
import { dayIn, isSpecimen, shownOn } from '../../shared/register/certificate.ts'
import { looksLikeNumber, readNumber } from '../../shared/register/number.ts'
import type { RegisterView } from '../../shared/register/register-page.ts'
import { redirectFinder } from '../static-files/redirects.ts'
import { registerLists } from './register-list.ts'

/** A page; where it is; or the number of the certificate whose QR code is wanted. */
type Found = PageData<'register'> | { redirect: string; status: 301 | 303 } | { code: string }

/** The most characters of a number in an address: longer input cannot be one. */
const mostTyped = 100

/**
 * Composes the register's pages (docs/promises.md, register): lists, certificates, and what is not found.
 * @returns the certificates by number, and a function that finds what is at a decoded path with its query, or nothing if the
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
  const today = () => dayIn(timeZone, now())
  return { byNumber, findPage }

  function findPage(path: string, query: URLSearchParams, preferred: Language): Found | undefined {
    if (findRegister(path) === path) return listPage(languageOf(path), query)
    const [, folder = '', typed = '', slash] = /^(.*)\/([^/]+)(\/*)$/.exec(path) ?? []
    if (typed.length > mostTyped) return undefined
    const isShort = foldAddress(folder) === '/c'
    if (isShort && /\.svg$/i.test(typed)) return findCode(path, typed)
    const address = isShort ? addresses[preferred] : findRegister(folder)
    if (!address) return undefined
    const redirect = addressOf(languageOf(address), typed)
    if (redirect === path) return certificatePage(languageOf(path), typed)
    return { redirect, status: folder === '/c' && !slash ? 303 : 301 }
  }

  function findCode(path: string, typed: string): Found | undefined {
    const code = readNumber(typed.slice(0, -'.svg'.length)) ?? ''
    const redirect = `/c/${code}.svg`
    if (!byNumber.has(code)) return undefined
    return redirect === path ? { code } : { redirect, status: 301 }
  }

  /** A list; or a certificate, if what was typed is a number and nothing else that the register contains. */
  function listPage(language: Language, query: URLSearchParams): Found {
    const { view, ending } = list(language, query, today())
    const { asked, listed, isNear } = view
    const number = readNumber(asked.q)
    const isCertificate = number !== undefined && byNumber.has(number)
    const isOnly = listed.every((certificate) => certificate.number === number)
    if (isCertificate ? isOnly : looksLikeNumber(asked.q) && (isNear || listed.length === 0))
      return { redirect: addressOf(language, asked.q), status: 303 }
    const { title, results } = pages[language].content
    return pageOf(language, ending, asked.q ? interpolate(results.title, { query: asked.q }) : title, view)
  }

  function certificatePage(language: Language, number: string): Found {
    const texts = pages[language].content
    const ending = `/${encodeURIComponent(number)}`
    const certificate = byNumber.get(number)
    if (certificate) {
      const title = interpolate(texts.certificate, { number })
      const [shown, address] = [shownOn(certificate, today()), `${origin}/c/${number}`]
      return pageOf(language, ending, title, { kind: 'certificate', certificate: shown, address })
    }
    const { title, body } = readNumber(number) ? texts.missing : texts.wrong
    const example = certificates[0]?.number ?? ''
    const advice = interpolateRichText(body, { number, example, published: longDate(published, language) })
    return pageOf(language, ending, interpolate(title, { number }), { kind: 'none', advice })
  }

  /** @param ending what follows the register's own address */
  function pageOf(language: Language, ending: string, title: string, view: RegisterView): PageData<'register'> {
    const page = pages[language]
    const isOwn = ending === '' || (view.kind === 'certificate' && !isSpecimen(view.certificate.number))
    return {
      ...page,
      address: page.address + ending,
      addresses: eachLanguage((each) => addresses[each] + ending),
      head: { ...page.head, ...(ending && { title: `${title} · ${site.shells[language].name}` }), noindex: !isOwn },
      content: { ...page.content, title, today: today(), view },
    }
  }
}
