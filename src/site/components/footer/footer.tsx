import { memo, useState } from 'react'
import { interpolate } from '../../../shared/interpolate.ts'
import { phoneLink } from '../../../shared/phone-link.ts'
import type { Shell } from '../../content.ts'
import { isPlain } from '../../navigation/links.ts'
import { OfficeMap } from '../office-map/office-map.tsx'
import { PatternBand } from '../weave/pattern-band.tsx'
import css from './footer.module.css'

type FooterProps = {
  shell: Shell
  /** Whether no script runs in the page, because it is the answer to a plain form. */
  isStatic: boolean
}

/** The same on every page of a language, so it is not rendered again when the page changes. */
export const Footer = memo(function Footer({ shell, isStatic }: FooterProps) {
  const [shownId, setShownId] = useState(shell.offices[0]?.id)
  const texts = shell.texts.footer
  const shown = shell.offices.find(({ id }) => id === shownId) ?? shell.offices[0]

  return (
    <footer className={`band ${css.footer}`}>
      <PatternBand className={`screen-only ${css.edge}`} />
      <div className={`links ${css.columns}`}>
        <nav className={css.lists} aria-label={texts.pages}>
          {shell.footerLists.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ page, label, address }) => (
                  <li key={page}>
                    <a href={address}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <section aria-labelledby="offices">
          <h2 id="offices">{texts.label}</h2>
          <ul className={css.offices}>
            {shell.offices.map((office) => (
              <li key={office.id}>
                <p>
                  {/* Shows the office on the map. Without JavaScript, the link opens in the iframe. */}
                  <a
                    href={office.map.locator}
                    target="office-map"
                    aria-current={office === shown ? 'true' : undefined}
                    onClick={(event) => {
                      if (!isPlain(event)) return
                      event.preventDefault()
                      setShownId(office.id)
                    }}
                  >
                    {office.address}
                    <span className="visually-hidden">. {interpolate(texts.map_show, { office: office.city })}</span>
                  </a>
                </p>
                <p>
                  <span className="visually-hidden">{texts.phone} </span>
                  <a dir="ltr" translate="no" href={phoneLink(office.phone)}>
                    {office.phone}
                  </a>
                </p>
              </li>
            ))}
          </ul>
          <p>
            <span className="visually-hidden">{texts.email} </span>
            <a dir="ltr" translate="no" href={`mailto:${shell.email}`}>
              {shell.email}
            </a>
          </p>
        </section>
        <section className={`screen-only ${css.map}`} aria-labelledby="map">
          <h2 id="map">{texts.map_title}</h2>
          {shown && <OfficeMap office={shown} texts={texts} isStatic={isStatic} />}
        </section>
      </div>
      <div className={css.closing}>
        <p>{texts.statement}</p> <p>{texts.copyright}</p>
        {/* The bootstrap reads its value: no choice about cookies. */}
        {!isStatic && (
          <button className="script-only" type="button" value="">
            {texts.cookies}
          </button>
        )}
      </div>
    </footer>
  )
})
