import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * What stands for a sender's network address in the limit: a keyed hash. Without the key nobody can tell which address
 * it was, and the key lives no longer than it must.
 */
export function hashSender(address: string, key: Buffer): string {
  return createHmac('sha256', key).update(networkOf(address)).digest('base64url')
}

/**
 * The part of an address that one sender has: an IPv4 address whole; of an IPv6 address the first 64 bits, for whoever
 * has one of those has all the rest of them (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  // A dotted end stands for two groups.
  const length = left.length + right.length + (plain.includes('.') ? 1 : 0)
  const groups = tail === undefined ? left : [...left, ...Array(8 - length).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
