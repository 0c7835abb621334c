import type { Partners as Content } from './content.ts'
import css from './partners.module.css'

/** Where the partners are, as a map and as a list. Each can be understood without the other. */
export function Partners({ partners, map }: Pick<Content, 'partners' | 'map'>) {
  return (
    <div className={css.partners}>
      <img
        className={css.map}
        src={map.address}
        alt={map.alt}
        width={map.width}
        height={map.height}
        loading="lazy"
        decoding="async"
      />
      <ul className={`rows ${css.list}`}>
        {partners.map(({ country, role, name }) => (
          <li key={`${country} ${role} ${name}`}>
            <strong className="serif">{country}</strong>
            <span>{role}</span>
            {name && (
              <span className="note" translate="no">
                {name}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
