import { useLayoutEffect, useRef } from 'react'
import { interpolate } from '../../../shared/interpolate.ts'
import type { ShellData } from '../../../shared/page-data.ts'
import type { LoadError } from '../../navigation/load-error.ts'
import css from './failure.module.css'

type LoadFailureProps = {
  texts: ShellData['texts']['errors']['load']
  error: LoadError
  retry: () => void
  heading: 'h1' | 'h2'
}

/** Shows which part of a page did not arrive, and why, with a way to ask again (docs/promises.md, pages and languages). */
export function LoadFailure({ texts, error, retry, heading: Heading }: LoadFailureProps) {
  const type = texts.types[error.type]
  const failure = useRef<HTMLDivElement>(null)
  // It goes once what failed has come, and with it the button that had the focus. It stood at the beginning of the main area.
  useLayoutEffect(() => {
    const { current } = failure
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={failure} className={css.failure} role="alert">
      <Heading>{texts.title}</Heading>
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
