import type { PageContents } from '../../../shared/page-data.ts'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import css from './hero.module.css'
import { HeroDrawing } from './hero-drawing.tsx'

/** The banner in the header of the home page. */
export function Hero({ content: { hero: texts, search, addresses } }: { content: PageContents['home'] }) {
  return (
    <div className={css.hero}>
      <div className={css.words}>
        <h1 className={css.title}>{texts.title}</h1>
        <div className={`screen-only ${css.search}`}>
          <RegisterSearch {...search}>
            <a href={addresses.get_certified}>{texts.get_certified}</a>
          </RegisterSearch>
        </div>
        <p className={`lead ${css.text}`}>{texts.text}</p>
      </div>
      <div className={`screen-only ${css.drawing}`}>
        <HeroDrawing />
      </div>
    </div>
  )
}
