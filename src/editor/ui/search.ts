import { fold } from '../../shared/fold.ts'

/** A telephone's digits without what a country puts before them: 0, 00, (0). */
const digitsOf = (text: string) => text.replace(/\(0\)|\D/g, '').replace(/^0+/, '')

/** Fewer digits are words like others. */
const leastDigits = 5

/** Where words are in a text, without capitals and accents, or a telephone however it is spelled. @returns -1 if they are not there */
export function positionOf(sought: string, text: string): number {
  const at = fold(text).indexOf(fold(sought))
  const digits = /\p{Letter}/u.test(sought) ? '' : digitsOf(sought)
  if (at >= 0 || digits.length < leastDigits) return at
  const isSame = (number: string) =>
    number.length >= leastDigits && (number.includes(digits) || digits.endsWith(number))
  return [...text.matchAll(/\+?\d[\d\s()./\p{Dash}]{5,}/gu)].find(([number]) => isSame(digitsOf(number)))?.index ?? -1
}
