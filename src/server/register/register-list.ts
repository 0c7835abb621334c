import type { BuiltRegister } from '../../shared/built-site.ts'
import { countryName } from '../../shared/country-name.ts'
import { eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { type State, shownOn, stateOn, states } from '../../shared/register/certificate.ts'
import { type RegisterView, registerChoices, registerQuery } from '../../shared/register/register-page.ts'
import { onceADay } from './once-a-day.ts'
import { registerSearch, type Searchable } from './register-search.ts'

type ListView = RegisterView & { kind: 'list' }

/** The most characters of a search: longer input cannot match. */
const mostTyped = 100
const mostListed = 50

/** Lists certificates: all, those found, or those chosen by country, product and state; those in force come first. */
export function registerLists({ certificates, published, pages }: BuiltRegister) {
  const products = eachLanguage((language): Record<string, string> => pages[language].content.covers)
  const { searchables, search } = registerSearch(certificates, products)
  const countries = new Set(certificates.map(({ country }) => country))
  const covered = new Set(certificates.flatMap(({ covers }) => covers.split(' ')))
  const allOn = onceADay((today) => {
    const byState = Map.groupBy(searchables, ({ certificate }) => stateOn(certificate, today))
    const occurring = states.filter((state) => byState.has(state))
    return { byState, occurring, all: occurring.flatMap((state) => byState.get(state) ?? []) }
  })

  /** @returns the list that a query asks for, and the query in its one spelling */
  return (language: Language, query: URLSearchParams, today: string): { view: ListView; ending: string } => {
    const { address, content } = pages[language]
    const { byState, occurring, all } = allOn(today)
    const named = (values: Iterable<string>, words: (value: string) => string) =>
      Array.from(values, (value): [string, string] => [value, words(value)])
    const byName = (options: [string, string][]) =>
      options.sort(([, one], [, other]) => one.localeCompare(other, language))
    const options = {
      country: byName(named(countries, (code) => countryName(code, language))),
      product: byName(named(covered, (key) => products[language][key] ?? key)),
      state: named(occurring, (state) => content.states[state as State]),
    }
    const read = registerQuery.map((name) => [name, readTyped(query.get(name))])
    const asked: ListView['asked'] = Object.fromEntries(read)
    for (const name of registerChoices) if (!options[name].some(([value]) => value === asked[name])) asked[name] = ''

    const { q, country, product, state } = asked
    const isChosen = ({ certificate }: Searchable) =>
      (!country || certificate.country === country) && (!product || ` ${certificate.covers} `.includes(` ${product} `))
    const inState = state ? (byState.get(state as State) ?? []) : all
    const chosen = country || product ? inState.filter(isChosen) : inState
    const { found, isNear } = q ? search(q, chosen) : { found: chosen, isNear: false }

    const last = Math.max(1, Math.ceil(found.length / mostListed))
    const page = Math.min(Math.max(1, Math.trunc(Number(asked.page)) || 1), last)
    const endingOf = (page: number) => {
      const given = Object.entries({ ...asked, page: page > 1 ? String(page) : '' }).filter(([, value]) => value)
      return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
    }
    const inWords = (count: number) => count.toLocaleString(languages[language].locale)
    const view: ListView = {
      kind: 'list',
      asked,
      options,
      listed: found
        .slice((page - 1) * mostListed, page * mostListed)
        .map(({ certificate }) => shownOn(certificate, today)),
      isNear,
      count: inWords(found.length),
      published: longDate(published, language),
      page: inWords(page),
      pages: inWords(last),
      previous: page > 1 ? address + endingOf(page - 1) : undefined,
      next: page < last ? address + endingOf(page + 1) : undefined,
    }
    return { view, ending: endingOf(page) }
  }
}

/** What was typed, shortened. Half a surrogate pair cannot be written in an address, nor a control character in a page. */
const readTyped = (typed: string | null) =>
  Array.from(
    typed
      ?.toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim() ?? '',
  )
    .slice(0, mostTyped)
    .join('')
    .trim()
