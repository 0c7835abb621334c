import { expect, test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('a mail program gets back the subject and each line as they were written', () => {
  const link = mailLink('contact@example.org', {
    subject: '¿Es auténtica? A & B',
    lines: ['Lote n.º:', 'Óvalo + fecha:'],
  })
  const { protocol, pathname, searchParams } = new URL(link)
  expect([protocol, pathname]).toEqual(['mailto:', 'contact@example.org'])
  // A plus sign is itself in a mail link, and a space is %20: what reads it does not know the rules of forms.
  expect(link).not.toMatch(/[+ \r\n]/)
  expect(searchParams.get('subject')).toBe('¿Es auténtica? A & B')
  expect(searchParams.get('body')).toBe('Lote n.º: \r\nÓvalo + fecha: \r\n')
})
