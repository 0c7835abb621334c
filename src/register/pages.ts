import type { BuiltRegister, BuiltSite } from '../shared/built-site.ts'
import { countriesByName, countryName } from '../shared/country-name.ts'
import { interpolate } from '../shared/interpolate.ts'
import { eachLanguage, initialLanguage, type Language, languages } from '../shared/languages.ts'
import { dayIn, longDate } from '../shared/long-date.ts'
import { memoizeLast } from '../shared/memoize.ts'
import type { PageData } from '../shared/page-data.ts'
import { type RegisterView, registerChoices, type State, states } from '../shared/register-page.ts'
import { plainWords, type RichNode } from '../shared/rich-text.ts'
import { spellAddress } from '../shared/spell-address.ts'
import type { Content } from '../site/pages/register/content.ts'
import { isLabelledBatch, readingsOf, withoutWords } from './batch.ts'
import { changesUntil } from './changes.ts'
import { describeAnswer, linkTo, sentence, tellAnnulled, tellDecision, wordsOf } from './describe.ts'
import { correctNumber, isWrittenAsNumber, looksLikeNumber, numbersIn, readNumber, specimenNumber } from './number.ts'
import { answerPack, readPack, saidOfBatch } from './pack.ts'
import { type Certificate, isSpecimen, type Register } from './register.ts'
import { isLabelledOval, type RegisterIndex, type Searchable } from './search.ts'
import { decisionsUntil, stateOn } from './state.ts'

type RegisterPage = PageData<Content>

/** The most characters of a search, and of what follows an address in it: longer input cannot match. */
export const maxQueryLength = 100
const pageSize = 50

const inFigures = eachLanguage((language) => new Intl.NumberFormat(languages[language].locale))

type RegisterSite = Pick<BuiltSite, 'shells'> & { settings: Pick<BuiltSite['settings'], 'origin' | 'timeZone'> }

/** The register in memory, prepared for searches; `asOf` is when its last entry was made, if it has any. */
export type LoadedRegister = { register: Register; index: RegisterIndex; asOf?: Date }

/** Composes the register's pages (docs/promises.md, register): lists, certificates, what changed, and what is not found. */
export function registerPages(
  site: RegisterSite,
  { pages, changes }: Pick<BuiltRegister, 'pages' | 'changes'>,
  { register, index, asOf }: LoadedRegister,
  now: () => Date,
) {
  const { byNumber, certificates } = register
  const { origin, timeZone } = site.settings
  const { addresses } = pages[initialLanguage]
  /** The certificates in the order of lists, and by their states; and the countries, products and states that occur. */
  const listOn = memoizeLast((today: string) => {
    const byState = Map.groupBy(index.searchables, ({ certificate }) => stateOn(certificate, today))
    const all = states.flatMap((state) => byState.get(state) ?? [])
    return { all, byState, occurring: new Set<string>([...index.keys, ...byState.keys()]) }
  })
  const changesOn = memoizeLast((today: string) => changesUntil(certificates, today))
  const dayNow = () => dayIn(timeZone, now())
  const published = () => dayIn(timeZone, asOf ?? now())
  const voiceOf = (content: Content, language: Language) => ({
    content,
    language,
    address: addresses[language],
    timeZone,
  })

  return { listPage, certificatePage, changesPage, dayNow }

  /**
   * A list, those in force first; or a certificate, if what was typed is a number, and nothing else of the register is exactly
   * that.
   */
  function listPage(language: Language, query: URLSearchParams): RegisterPage {
    const today = dayNow()
    const { content } = pages[language]
    const { all, byState, occurring } = listOn(today)
    // What was typed, without half a surrogate pair, which no address can contain, and without control characters.
    const q = (query.get('q') ?? '')
      .slice(0, maxQueryLength)
      .replace(/[\p{Cs}\p{Cc}]+/gu, ' ')
      .trim()
    const words = {
      country: countriesByName(countriesIn(occurring), language),
      product: content.covers,
      state: content.states,
    }
    const choices = registerChoices.map((name) => {
      const options = Object.entries(words[name]).filter(([key]) => occurring.has(key))
      const asked = query.get(name) ?? ''
      return { name, asked: options.some(([key]) => key === asked) ? asked : '', options }
    })
    const [country = '', product = '', state = ''] = choices.map(({ asked }) => asked)
    const keys = [country, product].filter(Boolean)
    const inState = state ? (byState.get(state as State) ?? []) : all
    const chosen =
      keys.length > 0 ? inState.filter(({ kind }) => keys.every((key) => kind.keys.includes(key))) : inState
    const found = q ? find(q, chosen, today) : { among: chosen, by: 'all' as const }
    if (found.by === 'number') return certificatePage(language, found.number)

    const given = [['q', q], ...choices.map(({ name, asked }) => [name, asked])]
    const { slice, links, ending } = paged(pages[language], found.among, query, { given })
    const { title, published: whole, results } = content
    const { locale } = languages[language]
    const count = found.among.length
    // “Certificates with batch 26031201”: the word is there already.
    const sought = found.by === 'batch' ? withoutWords(q) : q
    const values = { published: longDate(published(), language), count: inFigures[language].format(count) }
    const isAll = !q && !state && keys.length === 0
    const plural = new Intl.PluralRules(locale).select(count) === 'one' ? 'one' : 'other'
    const none = found.by === 'batch' ? results.no_batch : q ? results.none : results.none_chosen
    const some = { title: (q ? results.found : results.chosen)[plural], body: [] }
    const result = count === 0 ? none : found.by === 'near' || found.by === 'batch' ? results[found.by] : some
    const heading = isAll ? [title] : sentence(result.title, values, { query: sought })
    const view: RegisterView = {
      heading,
      typed: q,
      list: {
        choices,
        summary: isAll ? [['p', null, interpolate(whole, values)]] : sentence(result.body, values, { query: sought }),
        listed: slice.map(({ certificate }) => listed(certificate, language, today)),
        links,
      },
    }
    return pageOf(pages[language], ending, { view, isIndexable: isAll })
  }

  /** What a user who types this means: a number, right or mistyped; a batch; or words. */
  function find(q: string, among: Searchable[], today: string) {
    const ofBatch = withBatch(q, among, today)
    const isNumber = isWrittenAsNumber(q)
    if (isLabelledBatch(q) && !isNumber) return { among: ofBatch, by: 'batch' as const }
    // An oval may have the digits of a number, and so may a name. What is written as a number is nothing else.
    const isOval = isLabelledOval(q) && !isNumber
    const right = isOval ? undefined : [readNumber(q) ?? '', ...numbersIn(q)].find((number) => byNumber.has(number))
    const mayBeNumber = isNumber || (looksLikeNumber(q) && !isOval)
    const isWhole = isNumber || (mayBeNumber && correctNumber(q) !== undefined)
    const words = isNumber || (ofBatch.length > 0 && !isWhole) ? undefined : index.search(q, among)
    const withWords = words?.isNear && right ? [] : (words?.found ?? [])
    const others = [...new Set([...ofBatch, ...withWords])]
    const isRight = ({ certificate }: Searchable) => certificate.number === right
    if (right && (isNumber || others.every(isRight))) return { by: 'number' as const, number: right }
    // The page of a mistyped number names the batch with its digits.
    const isMistyped = !right && mayBeNumber && (isWhole ? withWords : others).length === 0
    if (isMistyped) return { by: 'number' as const, number: numbersIn(q)[0] ?? q }
    return {
      among: right ? [...new Set([...index.searchables.filter(isRight), ...others])] : others,
      by: ofBatch.length > 0 ? ('batch' as const) : words?.isNear ? ('near' as const) : ('words' as const),
    }
  }

  /** Those of which a batch was decided, or named by a decision, whose day has come. */
  function withBatch(typed: string, among: Searchable[], today: string): Searchable[] {
    const readings = readingsOf(typed)
    const mentions = ({ batches, decisions }: Certificate) =>
      readings.some((batch) => batches.has(batch)) || decisions.some(({ named }) => named.length > 0)
    return among.filter(({ certificate }) => {
      if (!mentions(certificate)) return false
      const { decision, decided } = saidOfBatch(certificate, readings, today)
      return decision !== undefined || decided !== undefined
    })
  }

  /**
   * The page of a certificate, with the answer for a pack if one is asked for, or why there is none.
   * @param typed the number as somebody typed it
   */
  function certificatePage(language: Language, typed: string, query = new URLSearchParams()): RegisterPage {
    const { content } = pages[language]
    const inside = [readNumber(typed) ?? '', ...numbersIn(typed)].find((number) => byNumber.has(number))
    const number = inside ?? readNumber(typed) ?? typed.replace(/[/\\?#]+/g, ' ').trim()
    const certificate = byNumber.get(number)
    const path = spellAddress(`/${encodeURIComponent(number)}`)
    if (certificate) {
      const { view, given } = certificateView(language, certificate, query)
      const isIndexable = given === '' && !isSpecimen(number)
      return pageOf(pages[language], path + given, { view, isIndexable })
    }
    const { title, body } = readNumber(number) ? content.missing : content.wrong
    const today = dayNow()
    const values = { published: longDate(published(), language) }
    const names = { number, example: specimenNumber }
    const ofBatch = withBatch(number, index.searchables, today)
    const view: RegisterView = {
      heading: sentence(title, {}, names),
      typed: number,
      advice: sentence(body, values, names),
      ...(ofBatch.length > 0 && {
        ofBatch: {
          title: sentence(content.results.batch.title, { count: ofBatch.length }, { query: number }),
          listed: ofBatch.map(({ certificate }) => listed(certificate, language, today)),
        },
      }),
    }
    return pageOf(pages[language], path, { view, isIndexable: false })
  }

  function certificateView(language: Language, certificate: Certificate, query: URLSearchParams) {
    const { content } = pages[language]
    const today = dayNow()
    const { number, holder, plant, oval, town, country, brands, from, until } = certificate
    const state = stateOn(certificate, today)
    const decisions = decisionsUntil(certificate, today)
    const annulled = decisionsUntil({ decisions: certificate.annulled }, today)
    const { corrected } = certificate
    const batches = decisions.flatMap(({ batches }) => batches || []).join(', ')
    const last = decisions.at(-1)
    const day = longDate(last?.day ?? '', language)
    const values = { from: longDate(from, language), until: longDate(until, language), day }
    const isHalted = state === 'suspended' || state === 'withdrawn'
    const { earlier, sentences, details, covers, history, reasons, pack: words } = content
    const reason =
      isHalted && last?.reason ? ` ${interpolate(history.reason, { reason: wordsOf(reasons, last.reason) })}` : ''
    const voice = voiceOf(content, language)
    const successor = linkTo(voice.address, last?.replaced_by ?? '')
    const keys = certificate.covers.split(' ')
    // Only animals have everyday words.
    const [animals, activities] = [true, false].map((isAnimal) =>
      keys.filter((key) => Object.hasOwn(content.everyday, key) === isAnimal),
    ) as [string[], string[]]
    const facts: [label: string, value: string, isName?: boolean][] = [
      [details.number, number, true],
      [details.holder, holder, true],
      [details.plant, plant, true],
      [details.oval, oval, true],
      [details.town, `${town} (${countryName(country, language)})`, true],
      [details.covers, wordsOf(covers, animals.join(' '))],
      [details.activities, wordsOf(covers, activities.join(' '))],
      [details.brands, brands, true],
      [details.from, values.from],
      [details.until, values.until],
      [details.corrected, corrected ? longDate(dayIn(timeZone, corrected), language) : ''],
    ]
    const typed = { packed: query.get('packed') ?? '', batch: query.get('batch') ?? '' }
    const { pack, errors } = readPack(typed.packed, typed.batch, today)
    const isAsked = Object.keys(errors).length === 0
    const answer = isAsked ? answerPack(certificate, pack, today) : undefined
    const errorOf = (name: 'packed' | 'batch') =>
      errors[name] && interpolate(words.errors[errors[name]], { example: content.exampleDay })
    const view: RegisterView = {
      heading: sentence(content.certificate, {}, { number }),
      certificate: {
        number,
        address: `${origin}/c/${number}`,
        state,
        isSpecimen: isSpecimen(number),
        sentences: [
          ['p', null, ...sentence(sentences[state], values, { replaced_by: successor }), reason],
          ...(isHalted
            ? [['p', null, ...sentence(batches ? earlier.batches : earlier.kept, {}, { batches })] satisfies RichNode]
            : []),
        ],
        details: facts.filter(([, value]) => value),
        history: [
          ...decisions.map((each) => tellDecision(voice, each, decisions)),
          ...annulled.map((each) => tellAnnulled(voice, each)),
        ],
        pack: {
          packed: { value: pack.packed, error: errorOf('packed') },
          batch: { value: pack.batch, error: errorOf('batch') },
          ...(answer && { answer: describeAnswer(voice, answer, pack, isSpecimen(number)) }),
        },
      },
    }
    const given = new URLSearchParams(Object.entries(pack).filter(([, value]) => value)).toString()
    return { view, given: given && `?${given}` }
  }

  /** What changed: the decisions of the last twelve months, the newest first. */
  function changesPage(language: Language, query: URLSearchParams, size = pageSize): RegisterPage {
    const today = dayNow()
    const page = changes[language]
    const { content } = page
    const voice = voiceOf(content, language)
    const { slice, links, ending } = paged(page, changesOn(today), query, { size })
    const entries = slice.map(({ certificate, decision, isAnnulled, at }) => {
      const { state, sentences } = isAnnulled
        ? tellAnnulled(voice, decision)
        : tellDecision(voice, decision, decisionsUntil(certificate, today))
      const { number } = certificate
      const day = longDate(dayIn(timeZone, at), language)
      const id = `${number}#${decision.id ?? `${decision.day}-${decision.decision}`}`
      return {
        id,
        number,
        names: namesOf(certificate, language),
        at: at.toISOString(),
        day,
        state,
        what: content.decisions[decision.decision],
        sentences,
      }
    })
    const view = { heading: [content.changes.title], changes: { entries, links } }
    return pageOf(page, ending, { view, isIndexable: true })
  }

  function listed(certificate: Certificate, language: Language, today: string) {
    const { states, since, covers } = pages[language].content
    const state = stateOn(certificate, today)
    const decision = decisionsUntil(certificate, today).at(-1)
    const isSince = decision?.decision === state
    // A line is not broken within the day.
    const day = isSince ? longDate(decision.day, language).replaceAll(' ', '\u00a0') : ''
    const inWords = isSince ? interpolate(since, { state: states[state], day }) : states[state]
    const { number } = certificate
    const names = namesOf(certificate, language)
    return { number, names, covers: wordsOf(covers, certificate.covers), state, inWords }
  }

  /** Fifty of a list, and links to other pages of it: the first and the last one, and some before and after this one. */
  function paged<Item>(
    { address, language, content }: RegisterPage,
    all: Item[],
    query: URLSearchParams,
    { given = [] as string[][], size = pageSize },
  ) {
    const last = Math.max(1, Math.ceil(all.length / size))
    const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), last)
    const endingOf = (page: number) => {
      const values = [...given, ['page', page > 1 ? String(page) : '']].filter(([, value]) => value)
      return values.length > 0 ? `?${new URLSearchParams(values)}` : ''
    }
    const near = [1, page - 100, page - 10, page - 1, page, page + 1, page + 10, page + 100, last]
    const shown = [...new Set(near)].filter((each) => each >= 1 && each <= last).sort((one, other) => one - other)
    const inWords = (count: number) => inFigures[language].format(count)
    const values = { page: inWords(page), pages: inWords(last) }
    const links = {
      here: interpolate(content.pages.page, values),
      previous: page > 1 ? address + endingOf(page - 1) : undefined,
      next: page < last ? address + endingOf(page + 1) : undefined,
      pages: shown.map((each) => ({ page: inWords(each), address: each === page ? '' : address + endingOf(each) })),
    }
    return { slice: all.slice((page - 1) * size, page * size), links, ending: endingOf(page) }
  }

  function pageOf(page: RegisterPage, ending: string, shown: { view: RegisterView; isIndexable: boolean }) {
    const today = longDate(dayNow(), page.language)
    return fillPage(site, page, ending, { ...shown, today })
  }
}

/** Company and plant, oval, place. */
function namesOf({ holder, plant, oval, town, country }: Certificate, language: Language): [string, string, string] {
  return [[holder, plant].filter(Boolean).join(' · '), oval, `${town} (${countryName(country, language)})`]
}

/** The page that is shown while the register cannot be read. */
export function unavailablePage(
  site: Pick<BuiltSite, 'shells'>,
  { pages }: Pick<BuiltRegister, 'pages'>,
  language: Language,
) {
  const { title, body } = pages[language].content.unavailable
  return fillPage(site, pages[language], '', {
    view: { heading: [title], advice: body },
    isIndexable: false,
    today: '',
  })
}

/** @param ending what follows the page's own address */
function fillPage(
  site: Pick<BuiltSite, 'shells'>,
  page: RegisterPage,
  ending: string,
  { view, isIndexable, today }: { view: RegisterView; isIndexable: boolean; today: string },
): RegisterPage {
  const { head, language } = page
  const title = plainWords(view.heading ?? [])
  const { name } = site.shells[language]
  const answer = view.certificate?.pack.answer
  const first = answer
    ? `${page.content.pack.in_a_word[answer.outcome]}. ${plainWords(answer.sentence)} ${title}`
    : title
  const links = view.list?.links ?? view.changes?.links
  const inHead = [first, links?.previous && links.here, name].filter(Boolean).join(' · ')
  return {
    ...page,
    address: page.address + ending,
    addresses: eachLanguage((each) => page.addresses[each] + ending),
    head: {
      ...head,
      ...(ending && { title: inHead }),
      noindex: !isIndexable || head.noindex,
      feed: `${page.content.changes.address}.atom`,
    },
    content: { ...page.content, title, today, view },
  }
}

const countriesIn = (keys: Set<string>) => [...keys].filter((key) => /^[A-Z]{2}$/.test(key))
