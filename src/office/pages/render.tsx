import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { interpolate } from '../../shared/interpolate.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import { fieldOf, type Scene, type View, type Views } from '../scene.ts'
import { Batches, Certificate, Correct, New } from './certificate.tsx'
import { Confirm, Enter, Problem } from './enter.tsx'
import { Act, useScene, WithScene } from './form.tsx'
import { Log, Messages, People, Register, Waiting } from './lists.tsx'

const pages: { [Kind in keyof Views]: FunctionComponent<Views[Kind]> } = {
  enter: Enter,
  problem: Problem,
  confirm: Confirm,
  waiting: Waiting,
  register: Register,
  new: New,
  certificate: Certificate,
  correct: Correct,
  batches: Batches,
  messages: Messages,
  people: People,
  log: Log,
}

/** The body of a page of the office, in HTML. */
export function renderOffice(scene: Scene, { kind, ...view }: View): string {
  const Page = pages[kind] as FunctionComponent<object>
  return renderToStaticMarkup(
    <WithScene value={scene}>
      <Header />
      <main id="main" className="office">
        {kind !== 'confirm' && <Notice />}
        <Page {...view} />
      </main>
    </WithScene>,
  )
}

/** What was done with the form that led here. */
function Notice() {
  const { words, query } = useScene()
  const done = fieldOf(query, 'done')
  const text = /^\d+$/.test(done)
    ? interpolate(words.recorded, { sequence: done })
    : { retry: words.retried, erase: words.erased }[done]
  return text ? (
    <p role="status" className="office-notice">
      {text}
    </p>
  ) : null
}

function Header() {
  const { words, site, language, path, person } = useScene()
  const { name, languages } = site.shells[language]
  return (
    <header className="office-header">
      <a className="serif" href="/">
        <Weave size={32} />
        <span translate="no">{name}</span> <span>{words.title}</span>
      </a>
      {person && <Menu />}
      <nav aria-label={words.menu.language}>
        {languages.map((each) => (
          <a
            key={each.language}
            href={`/language/${each.language}?path=${encodeURIComponent(path)}`}
            lang={each.language}
            aria-current={each.language === language ? 'true' : undefined}
          >
            {each.name}
          </a>
        ))}
      </nav>
    </header>
  )
}

function Menu() {
  const { words, path, person, ledger } = useScene()
  const waiting = ledger.proposals
    .values()
    .filter((proposal) => proposal.person !== person)
    .toArray().length
  return (
    <>
      <nav aria-label={words.title}>
        {(['waiting', 'register', 'messages', 'texts', 'people', 'log'] as const).map((page) => {
          const address = page === 'waiting' ? '/' : `/${page}`
          return (
            <a key={page} href={address} aria-current={path === address ? 'page' : undefined}>
              {words.menu[page]}
              {page === 'waiting' && waiting ? ` (${waiting})` : ''}
            </a>
          )
        })}
      </nav>
      <form method="post" action="/sign-out">
        <span translate="no">{ledger.people.get(person)?.name}</span>{' '}
        <Act act="sign_out" isQuiet>
          {words.menu.sign_out}
        </Act>
      </form>
    </>
  )
}
