/** A request made to keep the server busy for as long as possible. */
export type HostileRequest = { what: string; type: string; body: string; status: number }

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const kibibyte = 1024

/** Repeats a text as often as it fits into this number of bytes. */
const filling = (bytes: number, text: string) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))

/** Combining marks in the wrong order: sorting them takes quadratic time. */
const marks = '\u0301\u0323'
/** A letter with nearly as many marks as are allowed in a row (30). In NFD the letter itself is four characters. */
const shortRuns = `\u1f82${marks.repeat(13)}`

function distinctKeys(bytes: number, pair: (index: number) => string, separator: string): string {
  const pairs: string[] = []
  for (let size = 0, index = 0; size < bytes; index++) {
    const next = pair(index)
    size += next.length + separator.length
    pairs.push(next)
  }
  return pairs.slice(0, -1).join(separator)
}

const encoded = (bytes: number) => `message=a${filling(bytes - 40, encodeURIComponent(marks))}`

/** Requests that once blocked the server, and the worst that the limits still allow. */
export const hostileRequests: HostileRequest[] = [
  {
    what: 'JSON of 64 KiB, combining marks in one run',
    type: json,
    body: `{"name":"a","email":"a@b","message":"a${filling(64 * kibibyte - 100, marks)}"}`,
    status: 422,
  },
  {
    what: 'JSON of 64 KiB, combining marks in many runs',
    type: json,
    body: `{"name":"a","email":"a@b","message":"${filling(64 * kibibyte - 100, shortRuns)}"}`,
    status: 422,
  },
  {
    what: 'JSON, a letter and a mark by turns, as many as are looked at',
    type: json,
    body: `{"name":"a","email":"a@b","message":"${'a\u0323'.repeat(20_000)}"}`,
    status: 422,
  },
  { what: 'a form of 64 KiB, marks percent-encoded', type: form, body: encoded(64 * kibibyte), status: 422 },
  { what: 'a form of 1 MiB, marks percent-encoded', type: form, body: encoded(kibibyte * kibibyte), status: 413 },
  {
    what: 'a form of 64 KiB, distinct keys',
    type: form,
    body: distinctKeys(64 * kibibyte, (index) => `${index.toString(36)}=`, '&'),
    status: 422,
  },
  { what: 'a form of 64 KiB, one key', type: form, body: filling(64 * kibibyte, 'name=&'), status: 422 },
  {
    what: 'JSON of 64 KiB, distinct keys',
    type: json,
    body: `{${distinctKeys(64 * kibibyte - 10, (index) => `"k${index.toString(36)}":0`, ',')}}`,
    status: 422,
  },
  { what: 'JSON of 64 KiB, one within the other', type: json, body: '['.repeat(64 * kibibyte), status: 400 },
  {
    what: 'JSON of 64 KiB, digits',
    type: json,
    body: `{"name":${'9'.repeat(64 * kibibyte - 20)}}`,
    status: 400,
  },
]
