import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMessage } from '../../shared/contact/message-rules.ts'
import { BodyError, bodyLimit, readForm, readJson } from './read-submission.ts'

const nothing = { id: undefined, name: '', email: '', message: '', language: 'es', website: '' }

/** The submission, or the status of a body that is none. */
function outcomeOfJson(body: string): unknown {
  try {
    return readJson(Buffer.from(body))
  } catch (error) {
    if (error instanceof BodyError) return error.statusCode
    throw error
  }
}

test.each([
  ['email=a%40b&email=c%40d', { email: 'a@b' }],
  ['xname=1&name=2', { name: '2' }],
  ['name', {}],
  ['name&name=x', {}],
  ['n%61me=x', { name: 'x' }],
  ['&&&name=a+b%2', { name: 'a b%2' }],
  ['message=a=b%26c&', { message: 'a=b&c' }],
  ['message=%FF%00%C3%B1%F0%9F%8E%89', { message: '\uFFFD\uFFFDñ🎉' }],
  ['id=&language=fr', { language: 'fr' }],
  ['__proto__=x&constructor=y&hasOwnProperty=z', {}],
])('the form %s', (form, fields) => {
  expect(readForm(Buffer.from(form))).toEqual({ ...nothing, ...fields })
})

test.each([
  ['{"name":"Ana","name":"Eva"}', { ...nothing, name: 'Eva' }],
  ['{"__proto__":{"name":"Ana","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}', nothing],
  ['{"message":"a\\u0000b\\ud800"}', { ...nothing, message: 'a\uFFFDb\uFFFD' }],
  ['\uFEFF{}', nothing],
  [`${'['.repeat(bodyLimit / 2)}${']'.repeat(bodyLimit / 2)}`, 400],
  [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, nothing],
  ['{"name":{"toString":1}}', 400],
])('JSON such as %.40s', (json, outcome) => {
  expect(outcomeOfJson(json)).toEqual(outcome)
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
})

const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom('', 'a@example.org', 'fr', '\0', '\ud800', '\r\n'),
  fc.jsonValue(),
)
const email = fc.oneof(fc.emailAddress(), field)
const fields = fc.record({ name: field, email, message: field, website: field, ['__proto__']: field })
const asForm = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(JSON.stringify(value))])).toString()
const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.oneof(fc.json(), fields.map(asForm), fields.map(JSON.stringify)).map(Buffer.from),
)

test('of thousands of random bodies, each is a message that can be stored, or has errors, or is no submission', () => {
  const outcomes = new Set<string>()
  const read = (body: Uint8Array, readBody: typeof readJson) => {
    try {
      const checked = checkMessage(readBody(Buffer.from(body)))
      if (checked.kind === 'accepted')
        for (const text of Object.values(checked.message))
          expect([text.isWellFormed(), text.includes('\0')]).toEqual([true, false])
      outcomes.add(checked.kind)
    } catch (error) {
      expect(error).toBeInstanceOf(BodyError)
      outcomes.add('no submission')
    }
  }
  fc.assert(fc.property(anyBody, fc.constantFrom(readJson, readForm), read), { numRuns: 5_000 })
  expect([...outcomes].sort()).toEqual(['accepted', 'invalid', 'no submission'])
})
