import { interpolate } from '../../../shared/interpolate.ts'
import type { ShellData } from '../../../shared/page-data.ts'
import type { LoadError } from '../../navigation/load-error.ts'
import css from './failure.module.css'

type LoadFailureProps = { texts: ShellData['texts']['errors']['load']; error: LoadError; retry: () => void }

/** Shows which part of a page did not arrive, and why, with a way to ask again (docs/promises.md, pages and languages). */
export function LoadFailure({ texts, error, retry }: LoadFailureProps) {
  const type = texts.types[error.type]
  return (
    <div className={css.failure} role="alert">
      <h1>{texts.title}</h1>
      <p>{interpolate(texts.message, { type, address: error.address })}</p>
      <p>
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      </p>
      <p>{texts.other}</p>
    </div>
  )
}
