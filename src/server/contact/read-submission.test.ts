import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMessage } from '../../shared/contact/message-rules.ts'
import { BodyError, readForm, readJson } from './read-submission.ts'

const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom('', 'a@example.org', 'fr', 'a\0b', '\ud800', '\r\n'),
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

test('a plain form that asks questions has a message of those that were answered, unless it has one itself', () => {
  const read = (form: string) => readForm(Buffer.from(form)).message
  expect(read('question=A%3A&answer=%20&question=B%3A&answer=1%0D%0A2%20&answer=x')).toBe('B: 1\r\n2\n x')
  expect(read('question=A%3A&answer=')).toBe('')
  expect(read('message=m&question=A%3A&answer=1')).toBe('m')
})

test('of random bodies, each is a message that can be stored, or has errors, or is no submission', () => {
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
  fc.assert(fc.property(anyBody, fc.constantFrom(readJson, readForm), read), { numRuns: 1_000 })
  expect([...outcomes].sort()).toEqual(['accepted', 'invalid', 'no submission'])
})
