import type { Encoding } from '../../shared/built-site.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'

/** What a header of RFC 9110 section 12.5 accepts, with its weight, the heaviest first. */
function weightsOf(header: string): Map<string, number> {
  const weights = header.split(',').map((part): [string, number] => {
    const [name = '', weight = '1'] = part.trim().split(/\s*;\s*q=/)
    return [name.toLowerCase(), Number(weight)]
  })
  return new Map(weights.sort(([, one], [, other]) => other - one))
}

/**
 * The best of the available compressed forms, the smallest first, that a client accepts, or undefined for the plain form.
 * @param header the request's Accept-Encoding
 */
export function acceptedEncoding(header = '', available: readonly Encoding[]): Encoding | undefined {
  const weights = weightsOf(header)
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return available.filter((encoding) => weightOf(encoding) > 0).sort((one, other) => weightOf(other) - weightOf(one))[0]
}

/** The site's language that a browser prefers by its Accept-Language header, else the initial one. */
export function preferredLanguage(header = ''): Language {
  const accepted = [...weightsOf(header)].filter(([, weight]) => weight > 0).map(([tag]) => tag.split('-')[0])
  return accepted.find((tag): tag is Language => allLanguages.some((language) => language === tag)) ?? initialLanguage
}
