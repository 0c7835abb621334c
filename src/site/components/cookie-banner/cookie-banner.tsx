import type { ShellData } from '../../../shared/page-data.ts'
import css from './cookie-banner.module.css'

type CookieBannerProps = { texts: ShellData['texts']['cookies']; decide: (isAccepted: boolean) => void }

/**
 * Asks about cookies. Both answers are equally near, equally large and equally plain. It stands in every page, hidden
 * until the root element says that there is something to ask; before React comes, the starter reads the answers' values.
 */
export function CookieBanner({ texts, decide }: CookieBannerProps) {
  return (
    <section className={`cookie-banner ${css.banner}`} aria-label={texts.label}>
      <p className={css.text}>{texts.text}</p>
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
