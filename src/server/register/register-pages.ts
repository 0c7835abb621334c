import { fillRichText, interpolate } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import { type Certificate, type CertificateState, dayIn, isSpecimen, stateOn } from '../../shared/register/certificate.ts'
import { readNumber } from '../../shared/register/certificate-number.ts'
import type { RegisterData, RegisterPage } from '../../shared/register/register-data.ts'
import type { CertificateLine, RegisterView } from '../../shared/register/register-view.ts'
import { mostFound, Register } from './register.ts'

/** What an address of the register leads to. */
export type RegisterAnswer =
  | { redirect: string; status: 301 | 303 }
  | { page: RegisterPage; status: 200 | 404; structuredData?: object | undefined }

/** What somebody may type or ask for: more is no name and no number. */
const mostTyped = 100

/** Composes the register's pages (REGISTER.md): itself, searches, certificates, and what is not found. */
export class RegisterPages {
  readonly #data: RegisterData
  readonly #register: Register
  readonly #now: () => Date
  readonly #findRegister: (path: string) => string | undefined
  readonly #words: Record<Language, LanguageWords>
  /** The suspended and withdrawn ones of a day, latest first. */
  #halted: { day: string; certificates: Certificate[] } | undefined
  readonly addresses: Record<Language, string>

  constructor(data: RegisterData, now: () => Date) {
    this.#data = data
    this.#register = new Register(data.certificates)
    this.#now = now
    this.addresses = eachLanguage((language) => data.languages[language].page.address)
    this.#findRegister = redirectFinder([this.addresses])
    this.#words = eachLanguage((language) => {
      const { locale } = languages[language]
      const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
      const countries = new Intl.DisplayNames(locale, { type: 'region' })
      return {
        texts: data.languages[language].page.content,
        siteName: data.languages[language].shell.name,
        day: (day) => day && days.format(new Date(day)),
        country: (code) => countries.of(code) ?? code,
        count: (count) => count.toLocaleString(locale),
      }
    })
  }

  /**
   * Answers a decoded path with its query.
   * @param preferred the language that the browser prefers, for the short addresses `/c/…`
   * @returns nothing for an address that is not the register's
   */
  answer(path: string, query: URLSearchParams, preferred: Language): RegisterAnswer | undefined {
    const slash = path.lastIndexOf('/')
    const [folder, name] = [path.slice(0, slash), path.slice(slash + 1)]
    if (name.length > mostTyped) return undefined
    if (folder === '/c') return { redirect: this.#addressOf(preferred, name), status: 303 }
    const language = allLanguages.find((language) => this.addresses[language] === path)
    if (language) return this.#search(language, query.get('q')?.trim().slice(0, mostTyped) ?? '')
    const register = this.#findRegister(folder)
    const owner = allLanguages.find((language) => this.addresses[language] === register)
    return owner && name ? this.#certificate(owner, path, name) : undefined
  }

  /** The address of what somebody typed as a number: of the certificate, or of the page that says what is wrong with it. */
  #addressOf(language: Language, typed: string): string {
    const read = readNumber(typed)
    return `${this.addresses[language]}/${read.kind === 'number' ? read.number : typed}`
  }

  #search(language: Language, query: string): RegisterAnswer {
    if (readNumber(query).kind !== 'words') return { redirect: this.#addressOf(language, query), status: 303 }
    const words = this.#words[language]
    const { texts } = words
    const published = words.day(this.#data.published)
    if (query === '') {
      const halted = this.#haltedToday()
      const listed = halted.slice(0, mostFound)
      return this.#page(language, {
        path: '',
        title: texts.title,
        view: {
          kind: 'overview',
          published: interpolate(texts.published, { count: words.count(this.#register.certificates.length), published }),
          listed: listed.map((certificate) => this.#line(language, certificate)),
          more: halted.length > listed.length ? interpolate(texts.listed.more, { shown: listed.length }) : '',
        },
      })
    }
    const { found, count } = this.#register.search(query)
    const values = { count: words.count(count), shown: found.length, published }
    return this.#page(language, {
      path: `?q=${encodeURIComponent(query)}`,
      title: interpolate(texts.results.title, { query }),
      isIndexed: false,
      view: {
        kind: 'results',
        query,
        count: interpolate(count === 0 ? texts.results.none : texts.results.count, values),
        more: count > found.length ? interpolate(texts.results.more, values) : '',
        found: found.map((certificate) => this.#line(language, certificate)),
      },
    })
  }

  #certificate(language: Language, path: string, name: string): RegisterAnswer {
    const { texts, day, siteName } = this.#words[language]
    const read = readNumber(name)
    const number = read.kind === 'number' ? read.number : name
    const address = `${this.addresses[language]}/${number}`
    if (address !== path) return { redirect: address, status: 301 }
    const certificate = this.#register.find(number)
    if (!certificate) {
      const { title, body } = read.kind === 'number' ? texts.missing : texts.wrong
      const values = { number, published: day(this.#data.published) }
      return this.#page(language, {
        path: `/${encodeURIComponent(number)}`,
        title: interpolate(title, values),
        isIndexed: false,
        status: 404,
        view: { kind: 'none', body: fillRichText(body, values) },
      })
    }
    const state = stateOn(certificate, this.#today())
    const { origin } = this.#data
    const url = origin + address
    const short = `${origin}/c/${number}`
    return {
      ...this.#page(language, {
        path: `/${number}`,
        title: `${texts.details.title} ${number}`,
        isIndexed: !isSpecimen(number),
        view: {
          kind: 'certificate',
          state,
          stateName: texts.states[state],
          sentences: this.#sentences(language, certificate, state),
          details: this.#details(language, certificate),
          proof: fillRichText(texts.proof.body, { address: short }),
        },
      }),
      structuredData: {
        '@context': 'https://schema.org',
        '@type': 'Certification',
        name: `${texts.details.title} ${number}`,
        certificationIdentification: number,
        certificationStatus: `https://schema.org/Certification${state === 'in_force' ? 'Active' : 'Inactive'}`,
        validFrom: certificate.from,
        expires: certificate.until,
        issuedBy: { '@type': 'Organization', '@id': `${origin}/#organization`, name: siteName },
        about: { '@type': 'Organization', name: namesOf(certificate) },
        url,
      },
    }
  }

  #sentences(language: Language, certificate: Certificate, state: CertificateState): string[] {
    const { texts, day } = this.#words[language]
    const { from, until, suspended, withdrawn, ended, batches, number } = certificate
    const values = {
      from: day(from),
      until: day(until),
      suspended: day(suspended),
      withdrawn: day(withdrawn),
      ended: day(ended),
      batches,
    }
    const isHalted = state === 'suspended' || state === 'withdrawn'
    return [
      isSpecimen(number) && texts.specimen,
      texts.sentences[state],
      isHalted && (batches ? texts.earlier.batches : texts.earlier.kept),
      state === 'in_force' && texts.differs,
    ].flatMap((sentence) => (sentence ? [interpolate(sentence, values)] : []))
  }

  #details(language: Language, certificate: Certificate): (RegisterView & { kind: 'certificate' })['details'] {
    const { texts, day } = this.#words[language]
    const { details } = texts
    const { number, holder, plant, oval, town, country, covers, from, until, reason, replacedBy } = certificate
    const wordsOf = (words: Record<string, string>, key: string) => words[key] ?? key
    return [
      { label: details.number, value: number },
      { label: details.holder, value: holder },
      { label: details.plant, value: plant },
      { label: details.oval, value: oval },
      { label: details.town, value: `${town} (${this.#words[language].country(country)})` },
      { label: details.covers, value: covers.map((key) => wordsOf(texts.covers, key)).join(', ') },
      { label: details.from, value: day(from) },
      { label: details.until, value: day(until) },
      { label: details.reason, value: reason && wordsOf(texts.reasons, reason) },
      { label: details.replaced_by, value: replacedBy, address: `${this.addresses[language]}/${replacedBy}` },
    ].filter(({ value }) => value !== '')
  }

  #line(language: Language, certificate: Certificate): CertificateLine {
    const { texts, day } = this.#words[language]
    const { number, town } = certificate
    const state = stateOn(certificate, this.#today())
    const since = sinceOf(certificate, state)
    const stateName = texts.states[state]
    return {
      number,
      address: `${this.addresses[language]}/${number}`,
      names: namesOf(certificate),
      town,
      state: since ? interpolate(texts.listed.since, { state: stateName, day: day(since) }) : stateName,
    }
  }

  #page(language: Language, { path, title, view, isIndexed = true, status = 200 }: PageParts) {
    const { page, shell } = this.#data.languages[language]
    return {
      status,
      page: {
        ...page,
        address: this.addresses[language] + path,
        addresses: eachLanguage((other) => this.addresses[other] + path),
        head: { ...page.head, ...(path && { title: `${title} · ${shell.name}` }), isIndexed },
        content: { ...page.content, title, view },
      },
    }
  }

  /** The certificates that are suspended or withdrawn today, latest first. */
  #haltedToday(): Certificate[] {
    const day = this.#today()
    if (this.#halted?.day !== day) {
      const since = (certificate: Certificate) => sinceOf(certificate, stateOn(certificate, day))
      const certificates = this.#register.certificates.filter(since)
      this.#halted = { day, certificates: certificates.sort((one, other) => since(other).localeCompare(since(one))) }
    }
    return this.#halted.certificates
  }

  #today(): string {
    return dayIn(this.#data.timeZone, this.#now())
  }
}

type LanguageWords = {
  texts: RegisterPage['content']
  siteName: string
  day: (day: string) => string
  country: (code: string) => string
  count: (count: number) => string
}

/** The day from which a certificate is suspended or withdrawn, or ''. */
const sinceOf = ({ suspended, withdrawn }: Certificate, state: CertificateState): string =>
  state === 'suspended' ? suspended : state === 'withdrawn' ? withdrawn : ''

type PageParts = { path: string; title: string; view: RegisterView; isIndexed?: boolean; status?: 200 | 404 }

const namesOf = ({ holder, plant }: Certificate) => [holder, plant].filter(Boolean).join(' · ')
