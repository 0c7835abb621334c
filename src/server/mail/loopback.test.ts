import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test('nothing is taken for this machine but its own names and addresses', () => {
  const own = ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]']
  const others = ['0.0.0.0', '::', 'mail.example.org', '127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1']
  expect([...own, ...others].filter(isLoopback)).toEqual(own)
})
