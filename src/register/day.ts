/** A day in its one spelling, ISO 8601: of `2026-03-12`, `12/3/2026`, `12.03.2026` or `12-3-2026`, in which the day is first. */
export const normaliseDay = (typed: string): string =>
  typed.replace(/^(\d\d?)([/.-])(\d\d?)\2(\d{4})$/, (_, day, _sign, month, year) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

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
