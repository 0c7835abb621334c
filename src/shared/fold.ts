/** Removes accents, capitals and the French ligature, so that words typed without them match. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')

/** Words as a part of an address: "Una por una" becomes "una-por-una". */
export const hyphenated = (words: string) =>
  fold(words)
    .match(/[\p{Letter}\p{Number}]+/gu)
    ?.join('-') ?? ''

/**
 * Removes what follows the last letter or digit, such as the bracket or the full stop of the sentence around a link. The first
 * condition keeps it linear: without it, a long row of signs would be read again from each of them.
 */
export const withoutLastSigns = (text: string): string =>
  text.replace(/(?<![^\p{Letter}\p{Number}])[^\p{Letter}\p{Number}]+$/u, '')

/** The form that all near misses of an address share: without accents, capitals, additional slashes and signs at the end. */
export const foldAddress = (path: string): string => withoutLastSigns(fold(path).replace(/\/+/g, '/'))
