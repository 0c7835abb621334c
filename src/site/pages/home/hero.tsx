import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import type { Content } from './content.ts'
import css from './hero.module.css'
import { HeroDrawing } from './hero-drawing.tsx'

/** The banner in the header of the home page. */
export function Hero({ content: { title, hero, search, addresses } }: { content: Content }) {
  return (
    <div className={css.hero}>
      <div className={css.words}>
        <h1 className={css.title}>{title}</h1>
        <div className={`screen-only ${css.search}`}>
          <RegisterSearch {...search}>
            <a href={addresses.get_certified}>{hero.get_certified}</a>
          </RegisterSearch>
        </div>
        <p className={`lead ${css.text}`}>{hero.text}</p>
      </div>
      <div className={`screen-only ${css.drawing}`}>
        <HeroDrawing />
      </div>
    </div>
  )
}
