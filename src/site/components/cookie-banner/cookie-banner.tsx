import { useEffect } from 'react'
import type { ShellData } from '../../../shared/page-data.ts'
import { decideConsent, showBanner } from '../../consent/consent.ts'
import { useConsent } from '../../consent/use-consent.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import css from './cookie-banner.module.css'

/**
 * Asks about cookies. Both answers are equally easy to reach and look the same. The banner is in every page, hidden until an
 * attribute of the root element shows it. Before the page is hydrated, the bootstrap reads the buttons' values.
 */
export function CookieBanner({ texts }: { texts: ShellData['texts']['cookies'] }) {
  const consent = useConsent()
  useEffect(() => {
    if (consent !== 'unknown') showBanner(consent === 'undecided')
  }, [consent])

  return (
    <section className={`cookie-banner ${css.banner}`} aria-label={texts.label} tabIndex={-1}>
      <div className={css.text}>
        <RichText text={texts.body} />
      </div>
      <div className={css.choices}>
        <button type="button" value="true" onClick={() => decideConsent(true)}>
          {texts.accept}
        </button>
        <button type="button" value="false" onClick={() => decideConsent(false)}>
          {texts.refuse}
        </button>
      </div>
    </section>
  )
}
