/** A request made to keep the server busy for as long as possible. */
export type HostileRequest = { what: string; type: string; body: string; status: number }

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
/** The maximum size of a body. */
const limit = 64 * 1024

/** Repeats a text as often as it fits into a body, beside the other fields. */
const filling = (text: string, bytes = limit) => text.repeat(Math.floor((bytes - 100) / Buffer.byteLength(text)))

/** Combining marks in the wrong order: sorting them takes quadratic time. */
const marks = '\u0301\u0323'
/** A letter with nearly as many marks as are allowed in a row (30). In NFD the letter itself is four characters. */
const shortRuns = `\u1f82${marks.repeat(13)}`
const keys = Array.from({ length: 11_000 }, (_, index) => `k${index.toString(36)}`)

const message = (text: string) => ({ type: json, body: `{"name":"a","email":"a@b","message":"${text}"}`, status: 422 })
const encoded = (bytes: number) => ({ type: form, body: `message=a${filling(encodeURIComponent(marks), bytes)}` })

/** Requests that once blocked the server, and the worst that the limits still allow. */
export const hostileRequests: HostileRequest[] = [
  { what: 'JSON, combining marks in one run', ...message(`a${filling(marks)}`) },
  { what: 'JSON, combining marks in many runs', ...message(filling(shortRuns)) },
  { what: 'JSON, a letter and a mark by turns, as many as are looked at', ...message('a\u0323'.repeat(20_000)) },
  { what: 'a form, marks percent-encoded', ...encoded(limit), status: 422 },
  { what: 'a form of 1 MiB, marks percent-encoded', ...encoded(16 * limit), status: 413 },
  { what: 'a form, distinct keys', type: form, body: keys.map((key) => `${key}=`).join('&'), status: 422 },
  { what: 'a form, one key', type: form, body: filling('name=&'), status: 422 },
  {
    what: 'JSON, distinct keys',
    type: json,
    body: `{${keys.slice(0, 7_000).map((key) => `"${key}":0`)}}`,
    status: 422,
  },
  { what: 'JSON, one within the other', type: json, body: '['.repeat(limit), status: 400 },
  { what: 'JSON, digits', type: json, body: `{"name":${filling('9')}}`, status: 400 },
]
