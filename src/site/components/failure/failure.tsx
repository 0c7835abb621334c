import { Component, type ReactNode } from 'react'
import { interpolate } from '../../../shared/interpolate.ts'
import { LoadError } from '../../navigation/load-chunk.ts'
import type { ErrorTexts } from './content.ts'
import css from './failure.module.css'

type FailureProps = { texts: ErrorTexts; error?: Error; retry?: () => void }

/**
 * Shown instead of a page: which part of it did not load, and why, with a button to try again (docs/promises.md, pages and
 * languages); or that an error happened which no code expects.
 */
export function Failure({ texts: { load, unexpected }, error, retry }: FailureProps) {
  const isLoadError = error instanceof LoadError
  return (
    <div className={css.failure} role="alert">
      <h1>{isLoadError ? load.title : unexpected.title}</h1>
      {isLoadError ? (
        <>
          <p>{interpolate(load.message, { type: load.types[error.type], address: error.address })}</p>
          <p>
            <button type="button" onClick={retry}>
              {load.retry}
            </button>
          </p>
          <p>{load.other}</p>
        </>
      ) : (
        <p>{unexpected.text}</p>
      )}
    </div>
  )
}

type BoundaryProps = { texts: ErrorTexts; children: ReactNode }

/** Catches what a component throws while it renders, so that the rest of the page still works. */
export class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Failure texts={this.props.texts} /> : this.props.children
  }
}
