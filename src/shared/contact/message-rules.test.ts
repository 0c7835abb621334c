import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkMessage, lengthOf, type MessageText } from './message-rules.ts'

const message: MessageText = { name: 'Marie Durand', email: 'marie@example.org', message: 'Quels documents faut-il ?' }

const errorsOf = (changes: Partial<MessageText>) => {
  const checked = checkMessage({ ...message, ...changes })
  return checked.kind === 'invalid' ? checked.errors : {}
}

const acceptedOf = (changes: Partial<MessageText>) => {
  const checked = checkMessage({ ...message, ...changes })
  return checked.kind === 'accepted' ? checked.message : undefined
}

test('the domain of an address is kept and measured in its ASCII form, and wide signs are narrow', () => {
  for (const [email, kept] of Object.entries({
    'info@cárnicas.example': 'info@xn--crnicas-hwa.example',
    'Info@CA\u0301RNICAS.example': 'Info@xn--crnicas-hwa.example',
    'info@例え。テスト': 'info@xn--r8jz45g.xn--zckzah',
    'Info@Example.ORG': 'Info@Example.ORG',
    'ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ': 'ana@example.org',
  }))
    expect([email, acceptedOf({ email })?.email]).toEqual([email, kept])
  const email = (letters: number) => `info@${'ñ'.repeat(letters)}.example`
  expect(acceptedOf({ email: email(57) })?.email.split(/[@.]/)[1]).toHaveLength(63)
  expect(errorsOf({ email: email(58) })).toEqual({ email: 'format' })
})

test('spaces and invisible characters at the ends are dropped from every field, and not what an emoji ends with', () => {
  const invisible = fc
    .array(
      fc.constantFrom(
        ...' \t\r\n\u00a0\u3000\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\u2069\u3164\ufeff',
      ),
    )
    .map((all) => all.join(''))
  fc.assert(
    fc.property(invisible, invisible, (before, after) => {
      const typed = Object.entries(message).map(([field, text]) => [field, before + text + after])
      expect(acceptedOf(Object.fromEntries(typed))).toEqual(message)
    }),
  )
  const empty = { name: 'empty', email: 'empty', message: 'empty' }
  // Nor are those, or fillers and what else cannot be seen, a text.
  const unseen = fc.array(fc.constantFrom(...'\u0001\u115f\uffa0\u2800\ufe0f', '\u{e0041}', '\u{e0100}', '\u{1d159}'))
  fc.assert(
    fc.property(invisible, unseen, invisible, (before, unseen, after) => {
      const text = before + unseen.join('') + after
      expect(errorsOf({ name: text, email: text, message: text })).toEqual(empty)
    }),
  )
  for (const text of ['Merci ❤️', 'Hello 🏴\u{e0067}\u{e0062}\u{e007f}'])
    expect(acceptedOf({ message: text })?.message).toBe(text)
})

test.each<[field: keyof MessageText, limit: number, of: string, text: (length: number) => string]>([
  ['name', 100, 'accents typed as characters of their own', (length) => 'é'.normalize('NFD').repeat(length)],
  ['name', 100, 'letters with spaces around', (length) => ' '.repeat(50_000) + 'n'.repeat(length)],
  ['email', 254, 'letters', (length) => '@example.org'.padStart(length, 'a')],
  ['message', 5_000, 'characters outside the basic plane', (length) => '🎉'.repeat(length)],
  ['message', 5_000, 'line breaks as a plain form sends them', (length) => `a${'\r\n'.repeat(length - 2)}b`],
])('a %s may have %i %s, and no more', (field, limit, _of, text) => {
  expect(errorsOf({ [field]: text(limit) })).toEqual({})
  expect(lengthOf(text(limit))).toBe(limit)
  expect(errorsOf({ [field]: text(limit + 1) })).toEqual({ [field]: 'long' })
})

test('controls are invalid in a name and an e-mail address, and marks of direction only where they change the direction', () => {
  // Line breaks of every kind, tab, NUL, DEL, and the characters that change the writing direction.
  const controls = [
    '\r\n',
    ...'\n\r\t\0\x7f\u0085\u2028\u2029',
    ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ]
  for (const control of controls) {
    const text = `marie@example.org${control}Bcc: x`
    expect([control, errorsOf({ name: text, email: text, message: text })]).toEqual([
      control,
      { name: 'control', email: 'control' },
    ])
  }
  // Arabic beside Latin needs them.
  expect(errorsOf({ name: 'محمد\u200f (Mohamed)\u200e \u061c' })).toEqual({})
})

// tests/journeys/contact-form.test.ts shows that all addresses are accepted that a browser accepts by the HTML standard.
test.each([
  ...['marie', 'marie@example,org', 'maría@example.org', 'Marie <marie@example.org>', '@español.example'],
  ...['marie@ñ.example:25', 'marie@ñ.example/a', 'marie@ñ_.example', 'marie@ñ..example'],
])('%s is no e-mail address', (email) => expect(errorsOf({ email })).toEqual({ email: 'format' }))

/** Combining marks of several classes and widths. NFD makes two of some; one has combining class 0. */
const mark = fc.constantFrom(...'\u0301\u0323\u0345\u0327\u0315\u0344\u0f73\u09be\u0654', '\u{1d165}', '\u{16121}')
const letter = fc.oneof(
  fc.constantFrom(...'aé \n\u1f82\u1100\u1161\u11a8\u0958\u212b漢', '\r\n', '\u{1d15e}', '\u{2f800}', '\u{16128}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const run = (most: number) => fc.array(mark, { maxLength: most, size: 'max' }).map((marks) => marks.join(''))
const textWith = (most: number) =>
  fc.array(fc.tuple(letter, run(most)), { maxLength: 12 }).map((pairs) => pairs.flat().join(''))
const isSafe = (text: string) => !/\p{M}{31}/u.test(text)

test('of whatever is sent, no run of more than 30 marks is normalised, which would take all the time there is', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  fc.assert(
    fc.property(textWith(90), (text) => {
      normalize.mockClear()
      checkMessage({ name: text, email: text, message: text })
      expect(normalize.mock.contexts.map(String).filter((each) => !isSafe(each))).toEqual([])
    }),
  )
})

test('a text without such a run is kept in plain NFC, and the server leaves it as the page has tidied it', () => {
  fc.assert(
    fc.property(textWith(60), (text) => {
      const kept = acceptedOf({ message: text })?.message
      if (isSafe(text)) {
        const plain = text.replaceAll('\r\n', '\n').trim().normalize('NFC')
        expect(kept ?? plain).toBe(plain)
        expect(lengthOf(text)).toBe([...plain].length)
      }
      expect(acceptedOf({ message: kept ?? 'a' })?.message).toBe(kept ?? 'a')
    }),
  )
})
