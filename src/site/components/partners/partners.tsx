import type { PartnersContent } from '../../../shared/page-data.ts'
import css from './partners.module.css'

export function Partners({ partners }: Pick<PartnersContent, 'partners'>) {
  return (
    <ul className={css.partners}>
      {partners.map(({ country, role, name }) => (
        <li key={`${country} ${role} ${name}`} className={css.partner}>
          <strong>{country}</strong>
          <span>{role}</span>
          <span className={css.name}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
