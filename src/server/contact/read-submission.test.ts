import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMessage } from '../../shared/contact/message-rules.ts'
import { BodyError, bodyLimit, readForm, readJson } from './read-submission.ts'

const nothing = { id: undefined, name: '', email: '', message: '', language: 'es', website: '' }

// What the URL standard and JSON leave to us.
test('of a form the first value of each known field counts, and no character is lost to the database', () => {
  const form = 'email=a%40b&email=c%40d&id=&__proto__=x&constructor=y&message=%FF%00%C3%B1%F0%9F%8E%89'
  expect(readForm(Buffer.from(form))).toEqual({ ...nothing, email: 'a@b', message: '\uFFFD\uFFFDñ🎉' })
})

test('JSON cannot reach beyond the known fields, however deep it is', () => {
  const proto = '{"__proto__":{"name":"Ana","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  for (const json of [proto, deep, '\uFEFF{}']) expect(readJson(Buffer.from(json))).toEqual(nothing)
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  expect(readJson(Buffer.from('{"message":"a\\u0000b\\ud800"}')).message).toBe('a\uFFFDb\uFFFD')
  const nested = `${'['.repeat(bodyLimit / 2)}${']'.repeat(bodyLimit / 2)}`
  for (const json of [nested, '{"name":{"toString":1}}']) expect(() => readJson(Buffer.from(json))).toThrow(BodyError)
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
