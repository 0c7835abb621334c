import { interpolate } from '../../shared/interpolate.ts'
import type { Frame, OfficeView } from '../view.ts'
import { Act } from './form.tsx'

type Of<Kind extends OfficeView['kind']> = { view: Extract<OfficeView, { kind: Kind }>; frame: Frame }

/** What only a passkey can do needs a script: src/office/browser.js. */
const Passkey = ({ words, error }: { words: Frame['words']; error?: string | undefined }) => (
  <>
    <p role="alert" className="office-error" data-passkey-error={words.confirm.interrupted}>
      {error}
    </p>
    <noscript>
      <p>{words.confirm.no_script}</p>
    </noscript>
    <input type="hidden" name="passkey" />
  </>
)

export const SignIn = ({ view, frame: { words } }: Of<'sign-in'>) => (
  <>
    <h1>{words.sign_in.title}</h1>
    <p className="lead">{words.sign_in.lead}</p>
    <form method="post" className="office-form" data-passkey="get" data-options={view.options}>
      <Passkey words={words} error={view.error} />
      <Act act="sign_in">{words.sign_in.submit}</Act>
    </form>
    <p className="note">{words.sign_in.lost}</p>
  </>
)

export const Invitation = ({ view, frame: { words } }: Of<'invitation'>) => (
  <>
    <h1>{interpolate(words.invitation.title, { person: view.name })}</h1>
    <p className="lead">{words.invitation.lead}</p>
    <form method="post" className="office-form" data-passkey="create" data-options={view.options}>
      <Passkey words={words} error={view.error} />
      <Act act="sign_in">{words.invitation.submit}</Act>
    </form>
  </>
)

/** What is to be confirmed, in words. The passkey is asked at once; if it is interrupted, the buttons stay. */
export const Confirm = ({ view, frame: { words } }: Of<'confirm'>) => (
  <>
    <h1>{words.confirm.title}</h1>
    <ul className="office-what">
      {view.what.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <p>{view.effect}</p>
    <form
      method="post"
      action="/confirm"
      className="office-form"
      data-passkey="get"
      data-at-once
      data-options={JSON.stringify({
        challenge: view.challenge,
        userVerification: 'required',
        allowCredentials: view.credentials.map((id) => ({ id, type: 'public-key' })),
      })}
    >
      <input type="hidden" name="signed" value={view.act} />
      <input type="hidden" name="path" value={view.path} />
      <input type="hidden" name="fields" value={view.fields} />
      {view.invitation && <input type="hidden" name="invitation" value={view.invitation} />}
      <Passkey words={words} />
      <button type="submit">{view.what[0]}</button>
      {!view.invitation && (
        <button type="submit" className="quiet" name="change" value="yes">
          {words.confirm.change}
        </button>
      )}
    </form>
  </>
)
