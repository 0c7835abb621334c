import Negotiator from 'negotiator'
import type { Encoding } from '../../shared/built-site.ts'
import { initialLanguage, type Language, publishedLanguages } from '../../shared/languages.ts'

/**
 * The encoding in which a client gets a file: of those that it prefers, the smallest; undefined for none.
 * @param header the request's Accept-Encoding
 */
export function acceptedEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  return negotiator.encodings(available, { preferred: ['br', 'gzip'] })[0]
}

/** Languages whose readers read one of the site's, whatever other one they like next. */
const related: Record<string, Language> = { ca: 'es', eu: 'es', gl: 'es', br: 'fr', oc: 'fr' }

/** The site's language that a browser prefers by its Accept-Language header, else the initial one. */
export function preferredLanguage(header: string | undefined): Language {
  // Without its region: in "fr-FR, en", the library would prefer what is exactly one of the site's.
  const readable = header?.replace(/(?<![\w-])([a-z]{2,3})(?:-\w+)*/gi, (_, tag) => related[tag.toLowerCase()] ?? tag)
  return new Negotiator({ headers: { 'accept-language': readable } }).language(publishedLanguages) ?? initialLanguage
}
