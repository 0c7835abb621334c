import type { LineEntry } from '../register/acts.ts'
import { takesTwo } from '../register/acts.ts'
import { addDays } from '../register/day.ts'
import { wordsOf } from '../register/describe.ts'
import { isLine, tableOf } from '../register/entries.ts'
import { readNumber } from '../register/number.ts'
import { type Certificate, isSpecimen, type Register } from '../register/register.ts'
import { indexCertificates, type RegisterIndex } from '../register/search.ts'
import { isFinal, stateOn } from '../register/state.ts'
import type { LoadedSite } from '../server/built-site.ts'
import type { Message } from '../server/messages/message-store.ts'
import { countryCodes } from '../shared/country-codes.ts'
import { countriesByName, countryName } from '../shared/country-name.ts'
import { interpolate } from '../shared/interpolate.ts'
import { eachLanguage, type Language } from '../shared/languages.ts'
import { longDate } from '../shared/long-date.ts'
import { states } from '../shared/register-page.ts'
import { describeAct, describeEntries, describeEntry, describeWho, moment } from './describe-act.ts'
import type { Ledger, Proposal } from './ledger.ts'
import { type Fields, fieldOf, fieldsOf } from './read-form.ts'
import type { Choices, Form, ListedView, MessageView, OfficeView, OfficeWords, ProposalView } from './view.ts'

/** Certificates that end within so many days are named on the first page. */
const endingDays = 60
const actsOnPage = 100
const listedOnPage = 200

/** What every view is composed of: the acts as they are now, for one person, in one language. */
export type Scene = {
  site: LoadedSite
  words: OfficeWords
  language: Language
  ledger: Ledger
  today: string
  person: string
}

const registerTexts = ({ site, language }: Scene) => site.register.pages[language].content

/** Spain and France stand first: most plants are there. */
function countriesOf(language: Language): [string, string][] {
  const all = Object.entries(countriesByName(countryCodes, language))
  const isNear = ([code]: [string, string]) => code === 'ES' || code === 'FR'
  return [...all.filter(isNear), ...all.filter((each) => !isNear(each))]
}

export const choicesOf = (scene: Scene): Choices => ({
  country: countriesOf(scene.language),
  covers: Object.entries(registerTexts(scene).covers),
  reasons: Object.entries(registerTexts(scene).reasons),
})

export function proposalView(scene: Scene, { sequence, hash, at, person, entries }: Proposal): ProposalView {
  const { words, language, ledger, site } = scene
  const all = entries.map(([, entry]) => entry)
  const act = ledger.acts[sequence - 1]?.act
  const taken = act && 'entries' in act ? act.entries.filter((entry) => !takesTwo(entry)) : []
  const name = ledger.people.get(person)?.name ?? ''
  const first = all[0] && ledger.aboutOf(all[0])
  return {
    sequence,
    hash,
    about: first && ledger.register.byNumber.has(first) ? first : '',
    who: interpolate(words.waiting.proposed, { person: name, day: moment(at, language, site.settings.timeZone) }),
    what: describeEntries(all, words, language, ledger),
    also: describeEntries(taken, words, language, ledger),
    isOwn: person === scene.person,
    isOfBatch: all.some((entry) => (entry.entry === 'corrected' ? entry.line?.entry : entry.entry) === 'accepted'),
  }
}

const proposalsAbout = (scene: Scene, number: string) =>
  [...scene.ledger.proposals.values()].filter(({ entries }) =>
    entries.some(([, entry]) => scene.ledger.aboutOf(entry) === number),
  )

function listedView(scene: Scene, certificate: Certificate): ListedView {
  const { number, holder, plant, oval, town, country } = certificate
  const state = stateOn(certificate, scene.today)
  const place = `${town}, ${countryName(country, scene.language)}`
  return {
    number,
    names: [holder, plant, oval, place].filter(Boolean).join(' · '),
    state,
    inWords: `${registerTexts(scene).states[state]} · ${longDate(certificate.until, scene.language)}`,
    waits: proposalsAbout(scene, number).length > 0,
  }
}

export function messageView(scene: Scene, message: Message): MessageView {
  const { id, name, email, receivedAt, state, message: text, reason } = message
  const { words, language, site } = scene
  const day = moment(receivedAt.getTime(), language, site.settings.timeZone)
  return {
    id,
    from: interpolate(words.messages.from, { person: name, address: email, day }),
    state: words.messages.states[state],
    text,
    reason,
    canRetry: state !== 'waiting',
  }
}

export function waitingView(scene: Scene, stuck: Message[], form: Form): OfficeView {
  const { ledger, today } = scene
  const all = [...ledger.proposals.values()].map((proposal) => proposalView(scene, proposal))
  const last = addDays(today, endingDays)
  const ending = ledger.register.certificates.filter(
    (each) => !isSpecimen(each.number) && each.until <= last && stateOn(each, today) === 'in-force',
  )
  return {
    kind: 'waiting',
    others: all.filter(({ isOwn }) => !isOwn),
    own: all.filter(({ isOwn }) => isOwn),
    isAlone: ledger.present.length < 2,
    ending: ending.map((each) => listedView(scene, each)),
    messages: stuck.map((message) => messageView(scene, message)),
    form,
  }
}

export function registerView(scene: Scene, fields: Fields): OfficeView {
  const { ledger, today } = scene
  const [q, state] = [fieldOf(fields, 'q').trim(), fieldOf(fields, 'state')]
  const found = q ? findCertificates(scene, q) : [...ledger.register.certificates].reverse()
  const chosen = found.filter((certificate) => !state || stateOn(certificate, today) === state)
  return {
    kind: 'register',
    listed: chosen.slice(0, listedOnPage).map((each) => listedView(scene, each)),
    states: states.map((each) => [each, registerTexts(scene).states[each]]),
    fields,
  }
}

export function newView(scene: Scene, form: Form, copy?: string): OfficeView {
  const { ledger, today } = scene
  const from = copy ? ledger.register.byNumber.get(copy) : undefined
  const copied = from ? { ...fieldsOf({ ...from, entry: 'certificate' } as never), from: '', until: '' } : {}
  const fields = { country: 'ES', ...copied, ...form.fields, number: ledger.nextNumber(today) }
  return { kind: 'new', form: { ...form, fields }, choices: choicesOf(scene) }
}

export function certificateView(scene: Scene, certificate: Certificate, form: Form): OfficeView {
  const { words, language, ledger, today, site } = scene
  const { number } = certificate
  const texts = registerTexts(scene)
  const state = stateOn(certificate, today)
  const corrections = new Map(
    ledger.entries.flatMap(({ entry, at }) =>
      entry.entry === 'corrected' ? [[entry.of, { line: entry.line, at }]] : [],
    ),
  )
  const entries = ledger.entries.flatMap((effect) => {
    const { entry, id, at } = effect
    if (!isLine(entry) || entry.number !== number) return []
    const corrected = corrections.get(id)
    const what = describeEntry(corrected?.line ?? entry, words, language, ledger)
    const day = moment(at, language, site.settings.timeZone)
    const onDay = corrected && moment(corrected.at, language, site.settings.timeZone)
    return {
      id,
      what: corrected && !corrected.line ? interpolate(words.acts.annulled, { was: what }) : what,
      who: describeWho(effect, words, ledger, day),
      corrected: onDay && interpolate(words.register.corrected_on, { day: onDay }),
      isCorrectable: !(corrected && !corrected.line),
    }
  })
  const facts = (['holder', 'plant', 'oval', 'town', 'brands'] as const).map((name): [string, string] => [
    words.fields[name],
    certificate[name],
  ])
  const listed = listedView(scene, certificate)
  const isOver = certificate.decisions.some(({ decision }) => isFinal(decision)) || isSpecimen(number)
  const isSuspended = certificate.decisions.at(-1)?.decision === 'suspended'
  return {
    kind: 'certificate',
    number,
    state,
    inWords: listed.inWords,
    facts: [
      ...facts,
      [words.fields.country, countryName(certificate.country, language)],
      [words.fields.covers, wordsOf(texts.covers, certificate.covers)],
      [words.fields.from, longDate(certificate.from, language)],
      [words.fields.until, longDate(certificate.until, language)],
    ],
    entries: entries.reverse(),
    proposals: proposalsAbout(scene, number).map((proposal) => proposalView(scene, proposal)),
    decisions: isOver ? [] : [isSuspended ? 'lifted' : 'suspended', 'withdrawn', 'ended', 'replaced'],
    batches: ledger.entries
      .flatMap(({ entry }) => (isLine(entry) && entry.number === number && 'batch' in entry ? entry.batch : []))
      .reverse()
      .slice(0, 100),
    publicPage: `/public/${number}`,
    form: { ...form, fields: { day: exampleDay(today), ...form.fields } },
    choices: choicesOf(scene),
    example: exampleDay(today),
  }
}

/** As people write a day: 23/11/2026. */
export const exampleDay = (day: string) => day.split('-').reverse().join('/')

export function correctView(scene: Scene, of: string, form: Form): OfficeView | undefined {
  const { ledger, words, language } = scene
  const was = ledger.find(of)?.entry
  if (!was || !isLine(was)) return undefined
  const corrections = ledger.entries.filter(({ entry }) => entry.entry === 'corrected' && entry.of === of)
  const last = corrections.at(-1)?.entry
  const line = ((last?.entry === 'corrected' && last.line) || was) as LineEntry
  return {
    kind: 'correct',
    number: was.number,
    of,
    what: describeEntry(line, words, language, ledger),
    table: tableOf(was),
    canAnnul: tableOf(was) !== 'certificates',
    outcome: line.entry,
    form: { ...form, fields: { ...fieldsOf(line), decision: line.entry, ...form.fields } },
    choices: choicesOf(scene),
  }
}

export function peopleView(scene: Scene, form: Form, link?: { name: string; address: string }): OfficeView {
  const { ledger, words, language, site } = scene
  const people = [...ledger.people.values()].map(({ id, name, since, devices, isInvited, isRemoved }) => ({
    id,
    name,
    since: interpolate(words.people.since, { day: moment(since, language, site.settings.timeZone) }),
    devices: devices.length > 0 ? interpolate(words.people.devices, { count: devices.length }) : words.people.no_device,
    canLink: isInvited,
    isRemoved,
    isSelf: id === scene.person,
  }))
  const proposals = [...ledger.proposals.values()]
    .filter(({ entries }) => entries.some(([, { entry }]) => entry === 'person'))
    .map((proposal) => proposalView(scene, proposal))
  return { kind: 'people', people, proposals, form, ...(link && { link }) }
}

export function logView(scene: Scene, before: number): OfficeView {
  const { ledger, words, language, site } = scene
  const end = before > 0 ? Math.min(before, ledger.acts.length) : ledger.acts.length
  const start = Math.max(0, end - actsOnPage)
  const acts = ledger.acts
    .slice(start, end)
    .reverse()
    .map((recorded) => ({
      what: describeAct(recorded, words, language, ledger),
      at: moment(recorded.at, language, site.settings.timeZone),
      place: interpolate(words.log.place, { sequence: recorded.sequence, hash: recorded.hash.slice(0, 12) }),
      signed: recorded.assertion
        ? interpolate(words.log.signed, { credential: recorded.assertion.credential.slice(0, 8) })
        : words.log.unsigned,
    }))
  return { kind: 'log', acts, ...(start > 0 && { next: `/log?before=${start}` }) }
}

/** By number, or by words as in the public register. */
function findCertificates({ ledger: { register }, site }: Scene, q: string): Certificate[] {
  const certificate = register.byNumber.get(readNumber(q) ?? '')
  if (certificate) return [certificate]
  const index = indexOf(register, site)
  return index.search(q, index.searchables)?.found.map(({ certificate }) => certificate) ?? []
}

let indexed: { register: Register; index: RegisterIndex } | undefined
function indexOf(register: Register, site: LoadedSite): RegisterIndex {
  if (indexed?.register !== register) {
    const words = eachLanguage((language) => site.register.pages[language].content)
    indexed = { register, index: indexCertificates(register.certificates, words) }
  }
  return indexed.index
}
