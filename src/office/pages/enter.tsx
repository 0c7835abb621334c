import type { ComponentProps } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Views } from '../scene.ts'
import { What } from './facts.tsx'
import { Act, useScene } from './form.tsx'

type PasskeyFormProps = { passkey: 'get' | 'create'; options: string; error?: string | undefined }

/** A form that is sent with what the passkey answers, which needs a script: src/office/browser.js. */
function PasskeyForm({ passkey, options, error, children, ...attributes }: PasskeyFormProps & ComponentProps<'form'>) {
  const { confirm } = useScene().words
  return (
    <form method="post" className="office-form" data-passkey={passkey} data-options={options} {...attributes}>
      <p role="alert" className="office-error" data-passkey-error={confirm.interrupted}>
        {error}
      </p>
      <noscript>
        <p>{confirm.no_script}</p>
      </noscript>
      <input type="hidden" name="passkey" />
      {children}
    </form>
  )
}

export function Enter({ invited, ...view }: Views['enter']) {
  const { sign_in, invitation } = useScene().words
  const { title, lead, submit } = invited ? invitation : sign_in
  return (
    <>
      <h1>{interpolate(title, { person: invited ?? '' })}</h1>
      <p className="lead">{lead}</p>
      <PasskeyForm passkey={invited ? 'create' : 'get'} {...view}>
        <Act act="sign_in">{submit}</Act>
      </PasskeyForm>
      {!invited && <p className="note">{sign_in.lost}</p>}
    </>
  )
}

/** What is to be confirmed, in words. The passkey is asked at once; if it is interrupted, the buttons stay. */
export function Confirm({ parts, button, act, challenge, credentials, path, typed, invitation }: Views['confirm']) {
  const { confirm } = useScene().words
  const allowCredentials = credentials.map((id) => ({ id, type: 'public-key' }))
  const options = JSON.stringify({ challenge, userVerification: 'required', allowCredentials })
  return (
    <>
      <h1>{confirm.title}</h1>
      {parts.map(({ effect, ...part }) => (
        <section key={effect}>
          <What {...part} />
          <p>{effect}</p>
        </section>
      ))}
      <PasskeyForm passkey="get" options={options} action="/confirm" data-at-once>
        <input type="hidden" name="signed" value={act} />
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="fields" value={typed} />
        {invitation && <input type="hidden" name="invitation" value={invitation} />}
        <p className="office-buttons">
          <button type="submit">{button}</button>
          {!invitation && (
            <button type="submit" className="quiet" name="change" value="yes">
              {confirm.change}
            </button>
          )}
        </p>
      </PasskeyForm>
    </>
  )
}

export function Problem({ text, again, isSignedOut }: Views['problem']) {
  const { words } = useScene()
  return (
    <>
      <h1>{words.title}</h1>
      <p>{text}</p>
      {isSignedOut && (
        <p>
          <a href="/sign-in" target="_blank" rel="noopener">
            {words.sign_in.title}
          </a>
        </p>
      )}
      {again && (
        <form method="post" action={again.path}>
          {Object.entries(again.fields).flatMap(([name, values]) =>
            [values].flat().map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
          )}
          <button type="submit">{words.wrong.again}</button>
        </form>
      )}
    </>
  )
}
