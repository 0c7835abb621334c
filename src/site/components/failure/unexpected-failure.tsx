import { Component, type ReactNode } from 'react'
import type { ShellData } from '../../../shared/page-data.ts'
import css from './failure.module.css'

type Texts = ShellData['texts']['errors']['unexpected']

/** The screen of an error that nobody foresaw. */
export function UnexpectedFailure({ texts }: { texts: Texts }) {
  return (
    <div className={css.failure} role="alert">
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
    </div>
  )
}

type BoundaryProps = { texts: Texts; children: ReactNode }

/** Catches what a component throws while drawing, so that the rest of the page goes on working. */
export class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <UnexpectedFailure texts={this.props.texts} /> : this.props.children
  }
}
