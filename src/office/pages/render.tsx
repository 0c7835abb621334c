import { renderToStaticMarkup } from 'react-dom/server'
import { Weave } from '../../site/components/weave/weave.tsx'
import type { Frame, OfficeView } from '../view.ts'
import { Batches, Certificate, Correct, NewCertificate } from './certificate.tsx'
import { Confirm, Invitation, SignIn } from './enter.tsx'
import { Act } from './form.tsx'
import { Log, Messages, People, Register, Waiting } from './lists.tsx'

/** The body of a page of the office, in HTML. */
export const renderOffice = (frame: Frame, view: OfficeView): string =>
  renderToStaticMarkup(
    <>
      <header className="office-header">
        <a className="serif" href="/">
          <Weave size={32} />
          <span translate="no">{frame.siteName}</span> <span>{frame.words.title}</span>
        </a>
        {frame.person && <Menu {...frame} />}
        <nav aria-label={frame.words.menu.language}>
          {frame.languages.map(({ language, name }) => (
            <a
              key={language}
              href={`/language/${language}?path=${encodeURIComponent(frame.path)}`}
              lang={language}
              aria-current={language === frame.language ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" className="office">
        {frame.notice && (
          <p role="status" className="office-notice">
            {frame.notice}
          </p>
        )}
        <Page frame={frame} view={view} />
      </main>
    </>,
  )

const Menu = ({ words, path, person, waiting }: Frame) => (
  <>
    <nav aria-label={words.title}>
      {(['waiting', 'register', 'messages', 'people', 'log'] as const).map((page) => {
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
      <span translate="no">{person}</span>{' '}
      <Act act="sign_out" isQuiet>
        {words.menu.sign_out}
      </Act>
    </form>
  </>
)

function Page({ frame, view }: { frame: Frame; view: OfficeView }) {
  switch (view.kind) {
    case 'sign-in':
      return <SignIn view={view} frame={frame} />
    case 'invitation':
      return <Invitation view={view} frame={frame} />
    case 'confirm':
      return <Confirm view={view} frame={frame} />
    case 'waiting':
      return <Waiting view={view} frame={frame} />
    case 'register':
      return <Register view={view} frame={frame} />
    case 'new':
      return <NewCertificate view={view} frame={frame} />
    case 'certificate':
      return <Certificate view={view} frame={frame} />
    case 'correct':
      return <Correct view={view} frame={frame} />
    case 'batches':
      return <Batches view={view} frame={frame} />
    case 'messages':
      return <Messages view={view} frame={frame} />
    case 'people':
      return <People view={view} frame={frame} />
    case 'log':
      return <Log view={view} frame={frame} />
    default:
      return (
        <>
          <h1>{view.title}</h1>
          <p>{view.text}</p>
          {view.again && (
            <form method="post" action={view.again.path}>
              {Object.entries(view.again.fields).flatMap(([name, values]) =>
                [values].flat().map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
              )}
              <button type="submit">{frame.words.wrong.again}</button>
            </form>
          )}
        </>
      )
  }
}
