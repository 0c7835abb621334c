import { createHash } from 'node:crypto'

/** A short hash of a content, the same on every machine. */
export function hashOf(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('base64url').slice(0, 8)
}

/** `/assets/map.svg` becomes `/assets/map-<hash>.svg`: a file that never changes under its address. */
export function hashedAddress(address: string, content: string | Buffer): string {
  return address.replace(/(\.\w+)$/, `-${hashOf(content)}$1`)
}
