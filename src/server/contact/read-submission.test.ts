import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { BodyError, bodyLimit, readForm, readJson, readLimit } from './read-submission.ts'

afterEach(() => vi.unstubAllGlobals())

const nothing = { id: undefined, name: '', email: '', message: '', language: 'es', website: '' }
const texts = ['name', 'email', 'message', 'website'] as const

/** What came of reading: a submission, or the status that the body is refused with. */
function outcomeOf(read: (body: Buffer) => unknown, body: string | Uint8Array): unknown {
  try {
    return read(Buffer.from(body))
  } catch (error) {
    if (error instanceof BodyError) return error.statusCode
    throw error
  }
}

test('a form is read as the URL standard says, the first value of each field', () => {
  const name = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 5 }))
  const value = fc.string({ unit: 'binary', maxLength: 20 })
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (entries) => {
      // Read back first, as the standard does: a lone surrogate is lost in encoding.
      const form = new URLSearchParams(new URLSearchParams(entries).toString())
      const read = readForm(Buffer.from(String(form)))
      for (const field of texts)
        expect(read[field]).toBe((form.get(field) ?? '').toWellFormed().replaceAll('\0', '\uFFFD'))
    }),
  )
})

test.each([
  ['email=a%40b&email=c%40d', { email: 'a@b' }],
  ['xname=1&name=2', { name: '2' }],
  ['name', {}],
  ['name&name=x', { name: 'x' }],
  ['&&&name=a+b%2', { name: 'a b%2' }],
  ['message=a=b%26c&', { message: 'a=b&c' }],
  ['name=%FF', { name: '\uFFFD' }],
  ['id=&language=fr', { language: 'fr' }],
  ['__proto__=x&constructor=y&hasOwnProperty=z', {}],
])('the form %s', (form, fields) => {
  expect(readForm(Buffer.from(form))).toEqual({ ...nothing, ...fields })
})

test('of a form full of other names, nothing is decoded and nothing kept', () => {
  const decoded: string[] = []
  vi.stubGlobal(
    'URLSearchParams',
    class extends URLSearchParams {
      constructor(text: string) {
        decoded.push(text)
        super(text)
      }
    },
  )
  const others = Array.from({ length: 20_000 }, (_, index) => `k${index}=%41`).join('&')
  const form = `${others.slice(0, bodyLimit - 100)}&name=Ana&name=Eva`
  expect(readForm(Buffer.from(form))).toEqual({ ...nothing, name: 'Ana' })
  expect(decoded).toEqual(['name=Ana'])
})

test('the limits are 64 KiB, and 192 KiB to give a form its text back', () => {
  expect([bodyLimit, readLimit]).toEqual([65_536, 196_608])
  const heavy = `message=${'x'.repeat(bodyLimit)}`
  expect(outcomeOf(readForm, heavy)).toBe(413)
  expect(outcomeOf(readJson, `{"message":"${heavy}"}`)).toBe(413)
  const kept = (() => {
    try {
      return readForm(Buffer.from(heavy))
    } catch (error) {
      return (error as BodyError).submission
    }
  })()
  expect(kept).toEqual({ ...nothing, message: 'x'.repeat(bodyLimit) })
  expect(outcomeOf(readForm, heavy.slice(0, bodyLimit))).toMatchObject({ name: '' })
})

test.each([
  ['{"name":"Ana","name":"Eva"}', { ...nothing, name: 'Eva' }],
  ['{"__proto__":{"name":"Ana","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}', nothing],
  ['{"name":"a\\u0000b\\ud800"}', { ...nothing, name: 'a\uFFFDb\uFFFD' }],
  ['\uFEFF{}', nothing],
  ['['.repeat(bodyLimit), 400],
  [`${'['.repeat(bodyLimit / 2)}${']'.repeat(bodyLimit / 2)}`, 400],
  [`{"name":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, 400],
  [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, nothing],
  [`{"name":1e${'9'.repeat(1_000)}}`, 400],
  [`{"other":${'9'.repeat(60_000)}}`, nothing],
  ['{"name":{"toString":1}}', 400],
  ['true', 400],
])('JSON such as %.40s', (json, outcome) => {
  expect(outcomeOf(readJson, json)).toEqual(outcome)
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
})

test('whatever bytes come, they are a submission of texts, or refused', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((json) => Buffer.from(json)),
    fc.string({ unit: 'binary', maxLength: 100 }).map((text) => Buffer.from(`name=${text}&language=fr`)),
  )
  fc.assert(
    fc.property(bytes, fc.constantFrom(readJson, readForm), (body, read) => {
      const outcome = outcomeOf(read, body)
      if (typeof outcome === 'number') expect(outcome).toBe(400)
      else for (const field of texts) expect((outcome as Record<string, unknown>)[field]).toBeTypeOf('string')
    }),
  )
})
