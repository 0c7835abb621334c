import { Component, type ReactNode } from 'react'
import { interpolate } from '../../../shared/interpolate.ts'
import type { ShellData } from '../../../shared/page-data.ts'
import type { LoadError } from '../../navigation/load-chunk.ts'
import css from './failure.module.css'

type Texts = ShellData['texts']['errors']

/** Shown after an error that no code expects. */
export function UnexpectedFailure({ texts }: { texts: Texts['unexpected'] }) {
  return (
    <div className={css.failure} role="alert">
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
    </div>
  )
}

type LoadFailureProps = { texts: Texts['load']; error: LoadError; retry: () => void }

/** Shows which part of a page did not load, and why, with a button to try again (docs/promises.md, pages and languages). */
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

type BoundaryProps = { texts: Texts['unexpected']; children: ReactNode }

/** Catches what a component throws while it renders, so that the rest of the page still works. */
export class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <UnexpectedFailure texts={this.props.texts} /> : this.props.children
  }
}
