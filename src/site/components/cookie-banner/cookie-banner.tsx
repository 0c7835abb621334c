import { RichText } from '../rich-text/rich-text.tsx'
import type { CookieTexts } from './content.ts'
import css from './cookie-banner.module.css'

/**
 * Asks about cookies. Both answers are equally easy to reach and look the same. The banner is in every page, hidden until the
 * bootstrap, which also reads the buttons' values, shows it by an attribute of the root element.
 */
export function CookieBanner({ texts }: { texts: CookieTexts }) {
  return (
    <section className={`cookie-banner ${css.banner}`} aria-label={texts.label} tabIndex={-1}>
      <div className={css.text}>
        <RichText text={texts.body} />
      </div>
      <div className={css.choices}>
        <button type="button" value="true">
          {texts.accept}
        </button>
        <button type="button" value="false">
          {texts.refuse}
        </button>
      </div>
    </section>
  )
}
