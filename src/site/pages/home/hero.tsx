import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { Weave } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './hero.module.css'

/** The banner in the header of the home page. */
export function Hero({ content: { title, hero, search, addresses } }: { content: Content }) {
  return (
    <div className={css.hero}>
      <div className={`band ${css.words}`}>
        <Weave size={48} />
        <h1 className={css.title}>{title}</h1>
        <p className={`serif ${css.sentence}`}>{hero.sentence}</p>
      </div>
      <div className={css.search}>
        <div className="screen-only">
          <RegisterSearch {...search}>
            <a href={addresses.get_certified}>{hero.get_certified}</a>
          </RegisterSearch>
        </div>
        <p className="lead">{hero.text}</p>
      </div>
    </div>
  )
}
