import { interpolate } from '../../shared/interpolate.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import type { Frame, ListedView, MessageView, OfficeView, OfficeWords } from '../view.ts'
import { Act, ActForm, TextField } from './form.tsx'
import { Proposals } from './proposals.tsx'

type Of<Kind extends OfficeView['kind']> = { view: Extract<OfficeView, { kind: Kind }>; frame: Frame }

/** Certificates in rows, as in the public list. */
const Listed = ({ listed, words }: { listed: ListedView[]; words: OfficeWords }) => (
  <ul className="office-rows">
    {listed.map(({ number, names, state, inWords, waits }) => (
      <li key={number}>
        <Weave state={state} />
        <a href={`/register/${number}`} translate="no">
          {number}
        </a>
        <span translate="no">{names}</span>
        <span>
          {inWords}
          {waits && <strong>{words.register.waits}</strong>}
        </span>
      </li>
    ))}
  </ul>
)

const MessageList = ({ messages, words }: { messages: MessageView[]; words: OfficeWords }) => (
  <ul className="office-cards">
    {messages.map(({ id, from, state, text, reason, canRetry }) => (
      <li key={id}>
        <p>
          <strong>{from}</strong> <span>{state}</span>
        </p>
        {reason && <p className="note">{reason}</p>}
        <p className="office-message">{text}</p>
        <form method="post" action="/messages" className="office-buttons">
          <input type="hidden" name="id" value={id} />
          {canRetry && (
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
    ))}
  </ul>
)

export const Waiting = ({ view, frame: { words } }: Of<'waiting'>) => (
  <>
    <h1>{words.waiting.title}</h1>
    {view.isAlone && <p className="office-wrong">{words.waiting.alone}</p>}
    {view.others.length > 0 ? (
      <Proposals proposals={view.others} words={words} form={view.form} />
    ) : (
      <p>{words.waiting.none}</p>
    )}
    <h2>{words.waiting.own}</h2>
    {view.own.length > 0 ? (
      <Proposals proposals={view.own} words={words} form={view.form} />
    ) : (
      <p>{words.waiting.own_none}</p>
    )}
    <h2>{words.waiting.ending}</h2>
    {view.ending.length > 0 ? <Listed listed={view.ending} words={words} /> : <p>{words.waiting.ending_none}</p>}
    <h2>{words.waiting.messages}</h2>
    {view.messages.length > 0 ? (
      <MessageList messages={view.messages} words={words} />
    ) : (
      <p>{words.waiting.messages_none}</p>
    )}
  </>
)

export const Register = ({ view, frame: { words } }: Of<'register'>) => (
  <>
    <h1>{words.register.title}</h1>
    <p>
      <a className="button" href="/register/new">
        {words.register.new}
      </a>
    </p>
    <form method="get" className="office-search">
      <label htmlFor="q">{words.register.search}</label>
      <input id="q" name="q" type="search" defaultValue={String(view.fields.q ?? '')} />
      <label htmlFor="state">{words.register.state}</label>
      <select id="state" name="state" defaultValue={String(view.fields.state ?? '')}>
        <option value="">{words.register.all}</option>
        {view.states.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit">{words.register.submit}</button>
    </form>
    {view.listed.length > 0 ? <Listed listed={view.listed} words={words} /> : <p>{words.register.none}</p>}
  </>
)

export const Messages = ({ view, frame: { words } }: Of<'messages'>) => (
  <>
    <h1>{words.messages.title}</h1>
    {view.messages.length > 0 ? (
      <>
        <p>
          <a href="/messages/export.csv" download>
            {words.messages.export}
          </a>
        </p>
        <MessageList messages={view.messages} words={words} />
      </>
    ) : (
      <p>{words.messages.none}</p>
    )}
  </>
)

export const People = ({ view, frame: { words } }: Of<'people'>) => (
  <>
    <h1>{words.people.title}</h1>
    <p className="lead">{words.people.lead}</p>
    {view.link && (
      <div className="office-wrong" role="status">
        <p>{interpolate(words.people.link, { person: view.link.name })}</p>
        <p>
          <code>{view.link.address}</code>
        </p>
      </div>
    )}
    {view.proposals.length > 0 && <Proposals proposals={view.proposals} words={words} form={view.form} />}
    <ul className="office-cards">
      {view.people.map(({ id, name, since, devices, canLink, isRemoved, isSelf }) => (
        <li key={id}>
          <p>
            <strong translate="no">{name}</strong>{' '}
            <span>{[since, isRemoved ? words.people.removed : devices].join(', ')}</span>
          </p>
          {!isRemoved && (
            <form method="post" className="office-buttons">
              <input type="hidden" name="seen" value={view.form.seen} />
              <input type="hidden" name="person" value={id} />
              {canLink && <Act act="invite">{words.people.get_link}</Act>}
              {!isSelf && (
                <Act act="remove" isQuiet aria-label={`${words.people.remove}: ${name}`}>
                  {words.people.remove}
                </Act>
              )}
            </form>
          )}
        </li>
      ))}
    </ul>
    <h2>{words.people.invite}</h2>
    <ActForm form={view.form.fields.proposal ? { fields: {}, seen: view.form.seen } : view.form} words={words}>
      <TextField name="name" label={words.people.name} form={view.form} words={words} />
      <Act act="invite">{words.people.invite}</Act>
    </ActForm>
  </>
)

export const Log = ({ view, frame: { words } }: Of<'log'>) => (
  <>
    <h1>{words.log.title}</h1>
    <p className="lead">{words.log.lead}</p>
    <ul className="office-cards">
      {view.acts.map(({ what, at, place, signed }) => (
        <li key={place}>
          {what.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="note">{[at, place, signed].join(' · ')}</p>
        </li>
      ))}
    </ul>
    {view.next && (
      <p>
        <a href={view.next}>{words.log.next}</a>
      </p>
    )}
  </>
)
