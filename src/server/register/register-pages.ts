import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languageOf, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import { dayIn, inOneSpelling, isSpecimen, readNumber } from '../../shared/register/certificate.ts'
import type { RegisterData, RegisterPage, RegisterView } from '../../shared/register/register-page.ts'
import { Register } from './register.ts'

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
  const register = new Register(data.certificates)
  const dayOf = dayIn(data.timeZone)
  const { addresses } = data.languages[initialLanguage].page
  const findRegister = redirectFinder([addresses])

  /** The address of what somebody typed as a number. */
  const addressOf = (language: Language, typed: string) => `${addresses[language]}/${inOneSpelling(typed)}`

  return (path: string, query: URLSearchParams, preferred: Language): RegisterAnswer | undefined => {
    const slash = path.lastIndexOf('/')
    const [folder, typed] = [path.slice(0, slash), path.slice(slash + 1)]
    const [list, parent] = [findRegister(path), findRegister(folder)]
    if (list === path) return answerQuery(languageOf(list), query.get('q')?.trim().slice(0, mostTyped) ?? '')
    if (!typed || typed.length > mostTyped) return undefined
    if (folder === '/c') return { redirect: addressOf(preferred, typed), status: 303 }
    if (!parent) return undefined
    const address = addressOf(languageOf(parent), typed)
    return address === path ? certificatePage(languageOf(parent), typed) : { redirect: address, status: 301 }
  }

  function answerQuery(language: Language, query: string): RegisterAnswer {
    if (readNumber(query)) return { redirect: addressOf(language, query), status: 303 }
    const { title, results } = data.languages[language].page.content
    const found = query ? register.search(query) : register.haltedOn(dayOf(now()))
    const view: RegisterView = {
      kind: 'list',
      query,
      listed: found.slice(0, mostListed),
      count: (query ? found.length : register.size).toLocaleString(languages[language].locale),
      isCut: found.length > mostListed,
      published: longDate(data.published, language),
    }
    if (!query) return pageOf(language, { ending: '', title, view })
    return pageOf(language, {
      ending: `?q=${encodeURIComponent(query)}`,
      title: interpolate(results.title, view),
      view,
      noindex: true,
    })
  }

  function certificatePage(language: Language, number: string): RegisterPage {
    const texts = data.languages[language].page.content
    const certificate = register.find(number)
    if (certificate) {
      const title = interpolate(texts.certificate, certificate)
      const view: RegisterView = { kind: 'certificate', certificate, address: `${data.frame.origin}/c/${number}` }
      return pageOf(language, { ending: `/${number}`, title, view, noindex: isSpecimen(number) })
    }
    const { title, body } = readNumber(number) === number ? texts.missing : texts.wrong
    const values = { number, published: longDate(data.published, language) }
    const view: RegisterView = { kind: 'none', body: interpolateRichText(body, values) }
    return pageOf(language, {
      ending: `/${encodeURIComponent(number)}`,
      title: interpolate(title, values),
      view,
      noindex: true,
    })
  }

  /** @param parts `ending` is what follows the register's own address; `noindex` keeps search engines away */
  function pageOf(
    language: Language,
    { ending, title, view, noindex = false }: { ending: string; title: string; view: RegisterView; noindex?: boolean },
  ): RegisterPage {
    const { page, shell } = data.languages[language]
    return {
      ...page,
      address: page.address + ending,
      addresses: eachLanguage((each) => addresses[each] + ending),
      head: { ...page.head, ...(ending && { title: `${title} · ${shell.name}` }), noindex },
      content: { ...page.content, title, today: dayOf(now()), view },
    }
  }
}
