import type { PageContents } from '../../../shared/page-data.ts'
import { Plate } from '../mark/plate.tsx'
import css from './hero.module.css'

type HeroProps = { texts: PageContents['home']['hero']; addresses: PageContents['home']['addresses'] }

export function Hero({ texts, addresses }: HeroProps) {
  return (
    <div className={css.hero}>
      <div className={css.words}>
        <h1 className={css.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <p className={css.text}>{texts.text}</p>
        <p className={css.actions}>
          <a className={css.action} href={addresses.certification}>
            {texts.action}
          </a>
          <a className={css.action} href={addresses.contact}>
            {texts.contact}
          </a>
        </p>
      </div>
      <div className={css.plate}>
        <Plate />
      </div>
    </div>
  )
}
