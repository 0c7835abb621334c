import type { BuiltRegister } from '../../shared/built-site.ts'
import { countryName } from '../../shared/country-name.ts'
import { eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { type Certificate, type State, shownOn, stateOn, states } from '../../shared/register/certificate.ts'
import { type RegisterChoice, type RegisterView, registerQuery } from '../../shared/register/register-page.ts'
import { registerSearch } from './register-search.ts'

export type ListView = RegisterView & { kind: 'list' }
/** What a request asks of a list: '' for what it does not say. */
type Asked = Record<(typeof registerQuery)[number], string>

/** The most characters of a search: longer input cannot match. */
const mostTyped = 100
const mostListed = 50
/** How many pages before and after the current one have a link, besides the first and the last. */
const nearestPages = 2

/** Lists certificates: all, those found, or those chosen by country, product and state; those in force come first. */
export function registerLists({ certificates, published, pages }: BuiltRegister) {
  const search = registerSearch(
    certificates,
    eachLanguage((language) => pages[language].content.covers),
  )
  const countries = [...new Set(certificates.map(({ country }) => country))]
  const products = [...new Set(certificates.flatMap(({ covers }) => covers.split(/\s+/)))]
  const allOn = onceADay((today) => {
    const byState = Map.groupBy(certificates, (certificate) => stateOn(certificate, today))
    const halted = (['suspended', 'withdrawn'] as const).flatMap((state) =>
      (byState.get(state) ?? []).map((certificate) => ({ certificate, since: certificate[state] })),
    )
    const latest = halted.sort((one, other) => other.since.localeCompare(one.since)).slice(0, mostListed)
    const occurring = states.filter((state) => byState.has(state))
    return { states: occurring, ordered: inOrder(byState), halted: latest.map(({ certificate }) => certificate) }
  })

  /** @returns the list that a query asks for, and the query in its one spelling */
  return (language: Language, query: URLSearchParams, today: string): { view: ListView; ending: string } => {
    const texts = pages[language].content
    const all = allOn(today)
    const asked = Object.fromEntries(registerQuery.map((name) => [name, readTyped(query.get(name))])) as Asked
    const choice = (
      name: RegisterChoice['name'],
      values: string[],
      words: (value: string) => string,
    ): RegisterChoice => {
      if (!values.includes(asked[name])) asked[name] = ''
      return { name, chosen: asked[name], options: values.map((value) => [value, words(value)]) }
    }
    const byName = (values: string[], words: (value: string) => string) =>
      values.toSorted((one, other) => words(one).localeCompare(words(other), language))
    const countryOf = (code: string) => countryName(code, language)
    const productOf = (key: string) => (texts.covers as Record<string, string>)[key] ?? key
    const choices = [
      choice('country', byName(countries, countryOf), countryOf),
      choice('product', byName(products, productOf), productOf),
      choice('state', all.states, (state) => texts.states[state as State]),
    ]
    const { certificates: matching, isNear } = asked.q ? search(asked.q) : { certificates: all.ordered, isNear: false }
    const { country, product, state } = asked
    const isChosen = (each: Certificate) =>
      (!country || each.country === country) &&
      (!product || ` ${each.covers} `.includes(` ${product} `)) &&
      (!state || stateOn(each, today) === state)
    const chosen = country || product || state ? matching.filter(isChosen) : matching
    const found = asked.q ? inOrder(Map.groupBy(chosen, (each) => stateOn(each, today))) : chosen
    const last = Math.max(1, Math.ceil(found.length / mostListed))
    const page = Math.min(Math.max(1, Math.trunc(Number(asked.page)) || 1), last)
    const endingOf = (number: number) => {
      const given = Object.entries({ ...asked, page: number > 1 ? String(number) : '' }).filter(([, value]) => value)
      return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
    }
    const ending = endingOf(page)
    const linked = (number: number) => number === 1 || number === last || Math.abs(number - page) <= nearestPages
    const show = (each: Certificate) => ({ ...shownOn(each, today), state: stateOn(each, today) })
    const numbers = Array.from({ length: last }, (_, index) => index + 1).filter(linked)
    const view: ListView = {
      kind: 'list',
      query: asked.q,
      isNear,
      choices,
      listed: found.slice((page - 1) * mostListed, page * mostListed).map(show),
      count: found.length.toLocaleString(languages[language].locale),
      pages: numbers.map((number) => ({
        number,
        address: pages[language].address + endingOf(number),
        isCurrent: number === page,
      })),
      halted: ending || last === 1 ? [] : all.halted.map(show),
      published: longDate(published, language),
    }
    return { view, ending }
  }
}

/** What was typed, shortened. Half a surrogate pair cannot be written in an address. */
const readTyped = (typed: string | null) =>
  Array.from(typed?.trim().toWellFormed() ?? '')
    .slice(0, mostTyped)
    .join('')
    .trim()

const inOrder = (byState: Map<State, Certificate[]>) => states.flatMap((state) => byState.get(state) ?? [])

/** Keeps what is computed for a day until the next one. */
function onceADay<Value>(compute: (today: string) => Value): (today: string) => Value {
  let kept: { today: string; value: Value } | undefined
  return (today) => {
    if (kept?.today !== today) kept = { today, value: compute(today) }
    return kept.value
  }
}
