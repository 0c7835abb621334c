import { expect, test } from 'vitest'
import { hashedAddress, hashOf } from './hashed-address.ts'

test('the hash goes before the extension', () => {
  expect(hashedAddress('/assets/maps/valencia.es.svg', '<svg/>')).toMatch(
    /^\/assets\/maps\/valencia\.es-[\w-]{8}\.svg$/,
  )
})

test('the same content has the same address, another content another', () => {
  expect(hashedAddress('/a.svg', '<svg/>')).toBe(hashedAddress('/a.svg', Buffer.from('<svg/>')))
  expect(hashedAddress('/a.svg', '<svg/>')).not.toBe(hashedAddress('/a.svg', '<svg />'))
})

test('the hash is the same on every machine, and can stand in an address as it is', () => {
  expect(hashOf('Mizan Halal')).toBe('K7udvK-L')
  for (let index = 0; index < 100; index++) expect(hashOf(String(index))).toMatch(/^[A-Za-z0-9_-]{8}$/)
})

test('several contents are hashed one after the other', () => {
  expect(hashOf('one', Buffer.from('two'))).toBe(hashOf('onetwo'))
})
