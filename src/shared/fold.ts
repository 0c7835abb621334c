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

/** The form that all near misses of an address share: without accents, capitals and additional slashes. */
export const foldAddress = (path: string): string =>
  fold(path)
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
