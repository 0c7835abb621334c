import { describe, expect, test } from 'vitest'
import { checkMessage, fieldLimits, lengthOf, type Message } from './message-rules.ts'

const message: Message = { name: 'Marie Durand', email: 'marie@example.org', message: 'Quels documents faut-il ?' }

const errorsOf = (changes: Partial<Message>) => {
  const checked = checkMessage({ ...message, ...changes })
  return checked.kind === 'refused' ? checked.errors : {}
}

const acceptedOf = (changes: Partial<Message>) => {
  const checked = checkMessage({ ...message, ...changes })
  return checked.kind === 'accepted' ? checked.message : undefined
}

test('accepts a filled form as it is', () => {
  expect(checkMessage(message)).toEqual({ kind: 'accepted', message })
})

test('tells every field’s error at once', () => {
  expect(checkMessage({ name: '', email: 'marie', message: 'x'.repeat(5001) })).toEqual({
    kind: 'refused',
    errors: { name: 'empty', email: 'format', message: 'long' },
  })
})

test('the limits are 100, 254 and 5,000 characters (DESIGN.md section 5)', () => {
  expect(fieldLimits).toEqual({ name: 100, email: 254, message: 5000 })
})

describe('at the limit', () => {
  const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`

  test('a name of 1 and of 100 characters passes, one of 101 is too long', () => {
    expect(errorsOf({ name: 'O' })).toEqual({})
    expect(errorsOf({ name: 'n'.repeat(100) })).toEqual({})
    expect(errorsOf({ name: 'n'.repeat(101) })).toEqual({ name: 'long' })
  })

  test('an e-mail address of 254 characters passes, one of 255 is too long', () => {
    expect(errorsOf({ email: address(254) })).toEqual({})
    expect(errorsOf({ email: address(255) })).toEqual({ email: 'long' })
  })

  test('a message of 1 and of 5,000 characters passes, one of 5,001 is too long', () => {
    expect(errorsOf({ message: '?' })).toEqual({})
    expect(errorsOf({ message: 'm'.repeat(5000) })).toEqual({})
    expect(errorsOf({ message: 'm'.repeat(5001) })).toEqual({ message: 'long' })
  })

  test('characters outside the basic plane count once', () => {
    expect(errorsOf({ message: '🎉'.repeat(5000) })).toEqual({})
    expect(errorsOf({ message: '🎉'.repeat(5001) })).toEqual({ message: 'long' })
  })

  test('spaces around a text do not count', () => {
    expect(acceptedOf({ name: `  ${'n'.repeat(100)}\n` })?.name).toBe('n'.repeat(100))
  })

  test('an accent typed as a character of its own does not count', () => {
    expect(acceptedOf({ name: 'é'.normalize('NFD').repeat(100) })?.name).toBe('é'.repeat(100))
  })

  test('a line break counts once, as a browser sends it and as it reads it', () => {
    expect(lengthOf('a\r\nb')).toBe(3)
    expect(errorsOf({ message: 'a\r\n'.repeat(2500) })).toEqual({})
  })
})

describe('empty', () => {
  test.each(['', '   ', '\t\r\n', '\u00a0\u3000'])('%j is no text', (blank) => {
    expect(errorsOf({ name: blank, email: blank, message: blank })).toEqual({
      name: 'empty',
      email: 'empty',
      message: 'empty',
    })
  })
})

describe('what is kept', () => {
  test('is trimmed', () => {
    expect(acceptedOf({ name: ' Marie ', email: '\tmarie@example.org ', message: '\n Bonjour \n' })).toEqual({
      name: 'Marie',
      email: 'marie@example.org',
      message: 'Bonjour',
    })
  })

  test('is in Unicode’s composed form (NFC)', () => {
    expect(acceptedOf({ name: 'José'.normalize('NFD') })?.name).toBe('José')
  })

  test('has the same line breaks from a plain form as from the page', () => {
    expect(acceptedOf({ message: 'one\r\n\r\ntwo' })?.message).toBe('one\n\ntwo')
  })

  test('may have lines and tabs in the message', () => {
    expect(acceptedOf({ message: 'Lot:\n\t17' })?.message).toBe('Lot:\n\t17')
  })
})

describe('control characters', () => {
  test.each([
    ['a line feed', '\n'],
    ['a line break of a plain form', '\r\n'],
    ['a carriage return', '\r'],
    ['a tab', '\t'],
    ['NUL', '\0'],
    ['DEL', '\x7f'],
    ['NEL', '\u0085'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
  ])('%s is refused in a name and in an e-mail address', (_name, control) => {
    expect(
      errorsOf({ name: `Marie${control}Bcc: all@example.org`, email: `marie@example.org${control}Bcc: x` }),
    ).toEqual({ name: 'control', email: 'control' })
  })
})

describe('an e-mail address, by the HTML standard', () => {
  test.each([
    'marie@example.org',
    'm@localhost',
    'first.last+tag@sub.example.org',
    "!#$%&'*+/=?^_`{|}~-@example.org",
    '.dots..anywhere.@example.org',
    `marie@${'a'.repeat(63)}.org`,
    '1@2',
  ])('%s is valid', (email) => expect(errorsOf({ email })).toEqual({}))

  test.each([
    'marie',
    'marie@',
    '@example.org',
    'marie@@example.org',
    'marie@example@org',
    'marie durand@example.org',
    'marie@exam ple.org',
    'marie@example..org',
    'marie@.example.org',
    'marie@example.org.',
    'marie@-example.org',
    'marie@example-.org',
    'marie@exa_mple.org',
    `marie@${'a'.repeat(64)}.org`,
    'maría@example.org',
    'marie@español.example',
    'Marie <marie@example.org>',
    'marie@example.org,paul@example.org',
    '"marie"@example.org',
    'marie@[127.0.0.1]',
  ])('%s is not', (email) => expect(errorsOf({ email })).toEqual({ email: 'format' }))
})
