import { addDays } from '../../register/day.ts'
import { readNumber } from '../../register/number.ts'
import { type Certificate, isSpecimen } from '../../register/register.ts'
import { certificateIndexer } from '../../register/search.ts'
import { isFinal, stateOn } from '../../register/state.ts'
import type { Message } from '../../server/messages/message-store.ts'
import { countryName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { eachLanguage } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { memoizeLast } from '../../shared/memoize.ts'
import { states } from '../../shared/register-page.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import { maxNameLength } from '../check-act.ts'
import { describeAct, describeEntry, moment } from '../describe-act.ts'
import { fieldOf, type Scene, type Views } from '../scene.ts'
import { Facts } from './facts.tsx'
import { Act, ActForm, blank, Items, TextField, useScene } from './form.tsx'
import { Proposals } from './proposals.tsx'

/** Certificates that end within so many days are named on the first page. */
const endingDays = 60
/** What colleagues declined is said on it for so many days. */
const declinedDays = 14
const actsOnPage = 100
const listedOnPage = 200

const textsOf = ({ site, language }: Scene) => site.register.pages[language].content

/** Its state today, its last day, and what is decided for a day to come. */
export function inWords(scene: Scene, certificate: Certificate): string {
  const { words, language, today } = scene
  const until = { label: words.fields.until, value: longDate(certificate.until, language) }
  const coming = certificate.decisions
    .filter(({ day }) => day > today)
    .map(({ decision, ...line }) => describeEntry({ ...line, entry: decision }, scene))
  return [textsOf(scene).states[stateOn(certificate, today)], interpolate(words.named, until), ...coming].join(' · ')
}

export const namesOf = ({ language }: Scene, { holder, plant, oval, town, country }: Certificate) =>
  [holder, plant, oval, `${town}, ${countryName(country, language)}`].filter(Boolean).join(' · ')

export const StateOf = ({ certificate, size = 20 }: { certificate: Certificate; size?: number }) => (
  <Weave state={stateOn(certificate, useScene().today)} size={size} />
)

export const proposalsAbout = ({ ledger }: Scene, number: string) =>
  [...ledger.proposals.values()].filter(({ entries }) => entries.some(([, entry]) => ledger.aboutOf(entry) === number))

/** Certificates in rows, as in the public list. */
function Certificates({ listed, none }: { listed: Certificate[]; none: string }) {
  const scene = useScene()
  return (
    <Items className="office-rows" none={none}>
      {listed.map((certificate) => {
        const { number } = certificate
        return (
          <li key={number}>
            <StateOf certificate={certificate} />
            <a href={`/register/${number}`} translate="no">
              {number}
            </a>
            <span translate="no">{namesOf(scene, certificate)}</span>
            <span>
              {inWords(scene, certificate)}
              {proposalsAbout(scene, number).length > 0 && <strong> {scene.words.register.waits}</strong>}
            </span>
          </li>
        )
      })}
    </Items>
  )
}

function MessageList({ messages, none }: { messages: Message[]; none: string }) {
  const { words, language, site } = useScene()
  return (
    <Items className="office-cards" none={none}>
      {messages.map(({ id, name, email, receivedAt, state, message, reason }) => {
        const day = moment(receivedAt.getTime(), language, site.settings.timeZone)
        return (
          <li key={id}>
            <p>
              <strong>{interpolate(words.messages.from, { person: name, address: email, day })}</strong>{' '}
              <span>{words.messages.states[state]}</span>
            </p>
            {reason && <p className="note">{reason}</p>}
            <p className="office-message">{message}</p>
            <form method="post" action="/messages" className="office-buttons">
              <input type="hidden" name="id" value={id} />
              {state !== 'waiting' && (
                <Act act="retry" isQuiet>
                  {words.messages.retry}
                </Act>
              )}
              <details>
                <summary>{words.messages.sure}</summary>
                <Act act="erase">{words.messages.erase}</Act>
              </details>
            </form>
          </li>
        )
      })}
    </Items>
  )
}

export function Waiting({ stuck }: Views['waiting']) {
  const scene = useScene()
  const { words, ledger, today, person } = scene
  const { own = [], others = [] } = Object.groupBy(ledger.proposals.values(), (proposal) =>
    proposal.person === person ? 'own' : 'others',
  )
  const declined = ledger.acts.filter(
    ({ at, act }) =>
      act.act === 'decline' &&
      at >= Date.parse(addDays(today, -declinedDays)) &&
      ledger.acts[act.proposal - 1]?.act.person === person,
  )
  const last = addDays(today, endingDays)
  const ending = ledger.register.certificates.filter(
    (each) =>
      !isSpecimen(each.number) &&
      (each.until <= last || each.decisions.some(({ decision }) => isFinal(decision))) &&
      stateOn(each, today) === 'in-force',
  )
  return (
    <>
      <h1>{words.waiting.title}</h1>
      {ledger.present.length < 2 && <p className="office-wrong">{words.waiting.alone}</p>}
      <Proposals proposals={others} none={words.waiting.none} />
      <h2>{words.waiting.own}</h2>
      <Proposals proposals={own} none={words.waiting.own_none} />
      {declined
        .flatMap((recorded) => describeAct(recorded, scene))
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      <h2>{words.waiting.ending}</h2>
      <Certificates listed={ending} none={words.waiting.ending_none} />
      <h2>{words.waiting.messages}</h2>
      <MessageList messages={stuck} none={words.waiting.messages_none} />
    </>
  )
}

/** By number, or by words as in the public register. */
function findCertificates({ ledger: { register }, site }: Scene, q: string): Certificate[] {
  const certificate = register.byNumber.get(readNumber(q) ?? '')
  if (certificate) return [certificate]
  const index = indexOf(site)(register.certificates)
  return index.search(q, index.searchables).found.map(({ certificate }) => certificate)
}
const indexOf = memoizeLast((site: Scene['site']) =>
  certificateIndexer(eachLanguage((language) => site.register.pages[language].content)),
)

export function Register() {
  const scene = useScene()
  const { words, ledger, query, today } = scene
  const [q, state] = [fieldOf(query, 'q').trim(), fieldOf(query, 'state')]
  const found = q ? findCertificates(scene, q) : ledger.register.certificates.toReversed()
  const chosen = found.filter((certificate) => !state || stateOn(certificate, today) === state)
  return (
    <>
      <h1>{words.register.title}</h1>
      <p>
        <a className="button" href="/register/new">
          {words.register.new}
        </a>
      </p>
      <form method="get" className="office-search">
        <label htmlFor="q">{words.register.search}</label>
        <input id="q" name="q" type="search" defaultValue={q} />
        <label htmlFor="state">{words.register.state}</label>
        <select id="state" name="state" defaultValue={state}>
          <option value="">{words.register.all}</option>
          {states.map((key) => (
            <option key={key} value={key}>
              {textsOf(scene).states[key]}
            </option>
          ))}
        </select>
        <p className="office-buttons">
          <button type="submit">{words.register.submit}</button>
        </p>
      </form>
      <Certificates listed={chosen.slice(0, listedOnPage)} none={words.register.none} />
    </>
  )
}

export function Messages({ messages }: Views['messages']) {
  const { messages: texts } = useScene().words
  return (
    <>
      <h1>{texts.title}</h1>
      {messages.length > 0 && (
        <p>
          <a href="/messages/export.csv" download>
            {texts.export}
          </a>
        </p>
      )}
      <MessageList messages={messages} none={texts.none} />
    </>
  )
}

export function People({ link }: Views['people']) {
  const { words, ledger, language, site, form, person: self } = useScene()
  const texts = words.people
  const proposals = [...ledger.proposals.values()].filter(({ entries }) =>
    entries.some(([, { entry }]) => entry === 'person'),
  )
  const dayOf = (at: number) => moment(at, language, site.settings.timeZone)
  const about = (devices: number, isRemoved: boolean) =>
    isRemoved ? texts.removed : devices ? interpolate(texts.devices, { count: devices }) : texts.no_device
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="lead">{texts.lead}</p>
      {link && (
        <div className="office-notice" role="status">
          <p>{interpolate(texts.link, { person: link.name })}</p>
          <p>
            <code>{link.address}</code>
          </p>
        </div>
      )}
      {proposals.length > 0 && <Proposals proposals={proposals} />}
      <ul className="office-cards">
        {[...ledger.people.values()].map(({ id, name, since, devices, isInvited, isRemoved }) => (
          <li key={id}>
            <p>
              <strong translate="no">{name}</strong>{' '}
              <span>
                {[interpolate(texts.since, { day: dayOf(since) }), about(devices.length, isRemoved)].join(', ')}
              </span>
            </p>
            {!isRemoved && (isInvited || id !== self) && (
              <form method="post" className="office-buttons">
                <input type="hidden" name="seen" value={form.seen} />
                <input type="hidden" name="person" value={id} />
                {isInvited && <Act act="invite">{texts.get_link}</Act>}
                {id !== self && (
                  <Act act="remove" isQuiet aria-label={`${texts.remove}: ${name}`}>
                    {texts.remove}
                  </Act>
                )}
              </form>
            )}
          </li>
        ))}
      </ul>
      <h2>{texts.invite}</h2>
      <ActForm form={form.fields.proposal ? blank(form) : form}>
        <TextField name="name" maxLength={maxNameLength} />
        <p className="office-buttons">
          <Act act="invite">{texts.invite}</Act>
        </p>
      </ActForm>
    </>
  )
}

export function Log() {
  const scene = useScene()
  const { words, ledger, language, site, query } = scene
  const before = Number(fieldOf(query, 'before'))
  const end = before > 0 ? Math.min(before, ledger.acts.length) : ledger.acts.length
  const start = Math.max(0, end - actsOnPage)
  return (
    <>
      <h1>{words.log.title}</h1>
      <p className="lead">{words.log.lead}</p>
      <ul className="office-cards">
        {ledger.acts
          .slice(start, end)
          .reverse()
          .map((recorded) => {
            const { sequence, at, hash, assertion } = recorded
            const notes = [
              moment(at, language, site.settings.timeZone),
              interpolate(words.log.place, { sequence, hash: hash.slice(0, 12) }),
              assertion
                ? interpolate(words.log.signed, { credential: assertion.credential.slice(0, 8) })
                : words.log.unsigned,
            ]
            return (
              <li key={sequence}>
                {describeAct(recorded, scene).map((line) => (
                  <p key={line}>{line}</p>
                ))}
                {'entries' in recorded.act && <Facts entries={recorded.act.entries} />}
                <p className="note">{notes.join(' · ')}</p>
              </li>
            )
          })}
      </ul>
      {start > 0 && (
        <p>
          <a href={`/log?before=${start}`}>{words.log.next}</a>
        </p>
      )}
    </>
  )
}
