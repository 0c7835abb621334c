import { useEffect, useRef } from 'react'
import type { ShellData } from '../../../shared/page-data.ts'
import { decideConsent, showBanner } from '../../consent/consent.ts'
import { useConsent } from '../../consent/use-consent.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import css from './cookie-banner.module.css'

type CookieBannerProps = {
  texts: ShellData['texts']['cookies']
  /** The button by which a visitor who has decided wants to decide anew. */
  askedBy: HTMLElement | undefined
  onDecide: () => void
}

/**
 * Asks about cookies. Both answers are equally near, equally large and equally plain. It stands in every page, hidden
 * until the root element says that there is something to ask; before React comes, the bootstrap reads the answers' values.
 */
export function CookieBanner({ texts, askedBy, onDecide }: CookieBannerProps) {
  const banner = useRef<HTMLElement>(null)
  const consent = useConsent()
  const isAsking = consent === 'undecided' || askedBy !== undefined
  useEffect(() => {
    if (consent !== 'unknown') showBanner(isAsking)
  }, [consent, isAsking])
  // Whoever asked is led to the question, and back after the answer.
  useEffect(() => {
    if (askedBy) banner.current?.focus()
  }, [askedBy])

  function decide(isAccepted: boolean) {
    askedBy?.focus({ preventScroll: true })
    onDecide()
    decideConsent(isAccepted)
  }

  return (
    <section ref={banner} className={`cookie-banner ${css.banner}`} aria-label={texts.label} tabIndex={-1}>
      <div className={css.text}>
        <RichText text={texts.body} />
      </div>
      <div className={css.choices}>
        <button type="button" value="true" onClick={() => decide(true)}>
          {texts.accept}
        </button>
        <button type="button" value="false" onClick={() => decide(false)}>
          {texts.refuse}
        </button>
      </div>
    </section>
  )
}
