import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { interpolate } from '../../../shared/interpolate.ts'
import type { Consent } from '../../consent/consent.ts'
import type { Office } from '../../content.ts'
import type { FooterTexts } from '../footer/content.ts'
import css from './office-map.module.css'

type OfficeMapProps = { office: Office; texts: FooterTexts; isStatic: boolean }

/**
 * One iframe for two maps: the site's own drawing, and the maps service once the visitor agrees. The button shows the service
 * until the visitor decides otherwise or leaves.
 */
export function OfficeMap({ office, texts, isStatic }: OfficeMapProps) {
  const consent = useSyncExternalStore(subscribeToConsent, consentNow, (): Consent => '')
  const [askedUnder, setAskedUnder] = useState<Consent>()
  // A new choice about cookies hides the service again, also if it is the same as before.
  if (askedUnder !== undefined && askedUnder !== consent) setAskedUnder(undefined)
  const isService = consent === 'true' || askedUnder === consent
  // Later: replacing the iframe would delay the paint of a new language.
  const map = useDeferredValue(office.map)
  const frameElement = useRef<HTMLIFrameElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (askedUnder !== undefined) frameElement.current?.focus()
  }, [askedUnder])
  const title = interpolate(texts.map_frame, { office: office.city })
  const frame = isService
    ? { sandbox: 'allow-scripts allow-same-origin allow-popups', src: map.embed }
    : // A drawing is nothing to stop at with Tab.
      { sandbox: '', src: map.locator, tabIndex: -1 }
  return (
    <figure>
      {/* A new key makes a new iframe: switching offices adds nothing to the browser's history. */}
      <iframe
        ref={frameElement}
        key={frame.src}
        className={css.frame}
        title={title}
        name="office-map"
        loading="lazy"
        {...frame}
      />
      <figcaption className={css.caption}>
        {!isService && !isStatic && (
          <button className="script-only" type="button" onClick={() => setAskedUnder(consent)}>
            {texts.map_load}
          </button>
        )}
        <a href={office.map.page} rel="external noreferrer">
          {texts.map_open}
        </a>
      </figcaption>
    </figure>
  )
}

/** The choice about cookies, which the bootstrap writes on the root element. */
const consentNow = () => (document.documentElement.dataset.consent ?? '') as Consent

function subscribeToConsent(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-consent'] })
  return () => observer.disconnect()
}
