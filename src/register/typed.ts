import anyAscii from 'any-ascii'

/** What somebody typed or pasted, without invisible characters, wide letters and the digits of other scripts. */
export const plainly = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/\p{Nd}/gu, anyAscii)
    .trim()
