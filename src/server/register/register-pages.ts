import { interpolate, interpolateRichText } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import { type Certificate, dayIn, isSpecimen, readNumber, stateOn } from '../../shared/register/certificate.ts'
import type { RegisterData, RegisterPage, RegisterView, ShownCertificate } from '../../shared/register/register-page.ts'
import { Register } from './register.ts'

/** What an address of the register leads to. */
export type RegisterAnswer = { redirect: string; status: 301 | 303 } | PageAnswer
type PageAnswer = { page: RegisterPage; status: 200 | 404; structuredData?: object | undefined }

/** What somebody may type or ask for, in characters: more is no name and no number. */
const mostTyped = 100

/** Composes the register's pages (docs/promises.md, register): itself, searches, certificates, and what is not found. */
export class RegisterPages {
  readonly #data: RegisterData
  readonly #register: Register
  readonly #today: () => string
  readonly #addresses: Record<Language, string>
  readonly #findRegister: (path: string) => string | undefined
  readonly #countries: Record<Language, Intl.DisplayNames>

  constructor(data: RegisterData, now: () => Date) {
    this.#data = data
    this.#register = new Register(data.certificates)
    const dayOf = dayIn(data.timeZone)
    this.#today = () => dayOf(now())
    this.#addresses = eachLanguage((language) => data.languages[language].page.address)
    this.#findRegister = redirectFinder([this.#addresses])
    this.#countries = eachLanguage((language) => new Intl.DisplayNames(languages[language].locale, { type: 'region' }))
  }

  /**
   * Answers a decoded path with its query.
   * @param preferred the language that the browser prefers, for the short addresses `/c/…`
   * @returns nothing for an address that is not the register's
   */
  answer(path: string, query: URLSearchParams, preferred: Language): RegisterAnswer | undefined {
    const slash = path.lastIndexOf('/')
    const [folder, name] = [path.slice(0, slash), path.slice(slash + 1)]
    const isTyped = name !== '' && name.length <= mostTyped
    if (folder === '/c' && isTyped) return { redirect: this.#addressOf(preferred, name), status: 303 }
    const asked = allLanguages.find((language) => this.#addresses[language] === path)
    if (asked) return this.#list(asked, query.get('q')?.trim().slice(0, mostTyped) ?? '')
    const register = this.#findRegister(folder)
    const language = allLanguages.find((language) => this.#addresses[language] === register)
    return language && isTyped ? this.#certificate(language, path, name) : undefined
  }

  /** The page of what somebody typed as a number: of the certificate, or of what is wrong with it. */
  #addressOf(language: Language, typed: string): string {
    const number = readNumber(typed)
    return `${this.#addresses[language]}/${number === undefined || number === 'wrong' ? typed : number}`
  }

  #list(language: Language, query: string): RegisterAnswer {
    if (readNumber(query)) return { redirect: this.#addressOf(language, query), status: 303 }
    const texts = this.#data.languages[language].page.content
    const { found, count } = query ? this.#register.search(query) : this.#register.halted(this.#today())
    const shown = {
      count: (query ? count : this.#register.size).toLocaleString(languages[language].locale),
      published: longDate(this.#data.published, language),
      listed: found.map((certificate) => this.#shown(language, certificate)),
      isCut: count > found.length,
    }
    if (!query) return this.#page(language, '', texts.title, { kind: 'overview', ...shown })
    const title = interpolate(texts.results.title, { query })
    return this.#page(language, `?q=${encodeURIComponent(query)}`, title, { kind: 'results', query, ...shown })
  }

  #certificate(language: Language, path: string, name: string): RegisterAnswer {
    const address = this.#addressOf(language, name)
    if (address !== path) return { redirect: address, status: 301 }
    const texts = this.#data.languages[language].page.content
    const certificate = this.#register.find(name)
    if (!certificate) {
      const { title, body } = readNumber(name) === name ? texts.missing : texts.wrong
      const values = { number: name, published: longDate(this.#data.published, language) }
      return this.#page(language, `/${encodeURIComponent(name)}`, interpolate(title, values), {
        kind: 'none',
        body: interpolateRichText(body, values),
      })
    }
    const shown = this.#shown(language, certificate)
    const title = interpolate(texts.certificate, { number: name })
    const view: RegisterView = {
      kind: 'certificate',
      certificate: shown,
      isSpecimen: isSpecimen(name),
      replacement: `${this.#addresses[language]}/${certificate.replaced_by}`,
      proof: interpolateRichText(texts.proof.body, { address: `${this.#data.frame.origin}/c/${name}` }),
    }
    const structuredData = {
      '@context': 'https://schema.org',
      '@type': 'Certification',
      name: title,
      url: this.#data.frame.origin + address,
      certificationIdentification: name,
      certificationStatus: `https://schema.org/Certification${shown.state === 'in_force' ? 'Active' : 'Inactive'}`,
      validFrom: certificate.from,
      expires: certificate.until,
      issuedBy: { '@id': `${this.#data.frame.origin}/#organization` },
      about: { '@type': 'Organization', name: certificate.holder || certificate.plant },
    }
    return { ...this.#page(language, `/${name}`, title, view), structuredData }
  }

  /** @param path what follows the register's own address; a page that is not its own is not for search engines */
  #page(language: Language, path: string, title: string, view: RegisterView): PageAnswer {
    const { page, shell } = this.#data.languages[language]
    const noindex = view.kind !== 'overview' && (view.kind !== 'certificate' || view.isSpecimen)
    return {
      status: view.kind === 'none' ? 404 : 200,
      page: {
        ...page,
        address: this.#addresses[language] + path,
        addresses: eachLanguage((other) => this.#addresses[other] + path),
        head: { ...page.head, ...(path && { title: `${title} · ${shell.name}` }), noindex },
        content: { ...page.content, title, view },
      },
    }
  }

  #shown(language: Language, certificate: Certificate): ShownCertificate {
    const texts = this.#data.languages[language].page.content
    const wordOf = (words: Record<string, string>, key: string) => words[key] ?? key
    const today = this.#today()
    const state = stateOn(certificate, today)
    const { number, town, country, covers, from, until, suspended, withdrawn, ended, reason } = certificate
    const day = (day: string) => day && longDate(day, language)
    const since = day(state === 'suspended' ? suspended : state === 'withdrawn' ? withdrawn : '')
    return {
      ...certificate,
      address: `${this.#addresses[language]}/${number}`,
      state,
      since,
      town: `${town} (${this.#countries[language].of(country)})`,
      covers: covers
        .split(/\s+/)
        .map((key) => wordOf(texts.covers, key))
        .join(', '),
      from: day(from),
      until: day(until),
      // A suspension that is to come is announced to nobody before its day.
      suspended: suspended <= today ? day(suspended) : '',
      withdrawn: day(withdrawn),
      ended: day(ended),
      reason: reason && wordOf(texts.reasons, reason),
    }
  }
}
