import { isIPv4, isIPv6 } from 'node:net'

/** How many requests one sender may send within a window; 0 for as many as it likes. */
export type SenderLimitRule = { count: number; windowMs: number }

/**
 * The part of an address that one sender has: an IPv4 address whole; of an IPv6 address the first 64 bits, for whoever has
 * one of those has all the rest of them (RFC 6177).
 */
export function networkOf(address: string): string {
  const { ipv6, plain } = parse(address)
  return ipv6 ? ipv6.slice(0, 4).join(':') : plain
}

/**
 * An address without port, zone and brackets; of an IPv6 address, unless it stands for an IPv4 one, the eight groups. A
 * connection that was reset before it was accepted has none.
 */
function parse(address = ''): { plain: string; ipv6?: string[] } {
  // Some proxies put the port into X-Forwarded-For: 192.0.2.1:4711, [2001:db8::1]:4711.
  const withoutPort = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  const plain = withoutPort.replace(/%.*$/, '').toLowerCase()
  if (!isIPv6(plain)) return { plain }
  const groups = groupsOf(plain)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return { plain: [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') }
  return { plain, ipv6: groups.map((group) => group.toString(16)) }
}

/** The eight groups of an IPv6 address in any spelling of RFC 4291 section 2.2. */
function groupsOf(ipv6: string): number[] {
  const [left = [], right] = ipv6.split('::').map((half) => half.split(':').filter(Boolean).flatMap(toGroups))
  if (!right) return left
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** A dotted end stands for two groups. */
function toGroups(part: string): number[] {
  if (!isIPv4(part)) return [Number.parseInt(part, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}
