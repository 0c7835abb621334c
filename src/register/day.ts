import { fold } from '../shared/fold.ts'
import { allLanguages, languages } from '../shared/languages.ts'
import { plainly } from './typed.ts'

/** The day in the hint of a field. */
export const exampleDay = '2026-03-12'

/** A day in its one spelling, ISO 8601: of `2026/3/12`, or `12/3/2026`, `12.03.2026` or `12-3-2026`, in which the day is first. */
export const normaliseDay = (typed: string): string =>
  typed
    .replace(/^(\d\d?)([/.-])(\d\d?)\2(\d{4})$/, '$4-$3-$1')
    .replace(/^(\d{4})([/.-])(\d\d?)\2(\d\d?)$/, (_, year, _sign, month, day) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )

/** A day in its one spelling, also if it is typed in words of any of the languages: "12 de marzo de 2026", "Thu 12 Mar 2026". */
export function readDay(typed: string): string {
  const text = plainly(typed)
  const [day = '', year = '', ...others] = text.match(/\d+/g) ?? []
  const words = fold(text).match(/[a-z]{3,}/g) ?? []
  const found = new Set(
    words.flatMap((word) => months.flatMap(([name, month]) => (name.startsWith(word) ? month : []))),
  )
  const isInWords = found.size === 1 && day.length <= 2 && year.length === 4 && others.length === 0
  return normaliseDay(isInWords ? [day, ...found, year].join('-') : text.replace(/\s*([/.-])\s*/g, '$1'))
}

/** The folded names of the months, with their number. */
const months = allLanguages.flatMap((language) => {
  const format = new Intl.DateTimeFormat(languages[language].locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month): [string, number] => [
    fold(format.format(Date.UTC(2026, month))),
    month + 1,
  ])
})

/** Whether there is such a day, ISO 8601. */
export function isDay(day: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(day).getTime() : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** The day so many days later, or before. */
export function addDays(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
