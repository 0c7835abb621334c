import Negotiator from 'negotiator'
import type { Encoding } from '../../shared/built-site.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'

/**
 * The best of the available compressed forms that a client accepts, the smallest of those that it likes best, or undefined for the
 * plain form.
 * @param header the request's Accept-Encoding
 */
export function acceptedEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  return negotiator.encodings(available, { preferred: ['br', 'gzip'] })[0]
}

/** The site's language that a browser prefers by its Accept-Language header, else the initial one. */
export const preferredLanguage = (header: string | undefined): Language =>
  new Negotiator({ headers: { 'accept-language': header } }).language(allLanguages) ?? initialLanguage
