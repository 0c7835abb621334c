export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** A body that cannot be taken: it is not what its type says (400), or too large (413). */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly statusCode: 400 | 413
  /** What could be read all the same. */
  readonly fields: unknown

  constructor(statusCode: 400 | 413, fields?: unknown) {
    super(`The body is refused with ${statusCode}.`)
    this.statusCode = statusCode
    this.fields = fields
  }
}

/** @throws BodyError when it is not JSON in UTF-8 (RFC 8259), or heavier than the limit in bytes */
export function readJson(body: Buffer, limit: number): unknown {
  if (body.length > limit) throw new BodyError(413)
  try {
    return JSON.parse(decode(body))
  } catch {
    throw new BodyError(400)
  }
}

/**
 * The fields of a plain form (URL standard, section 5); the first of each name counts.
 * @throws BodyError when it is not UTF-8, or heavier than the limit in bytes; the error then holds the fields
 */
export function readForm(body: Buffer, limit: number): Record<string, string> {
  const fields = Object.fromEntries([...new URLSearchParams(decode(body))].reverse())
  if (body.length > limit) throw new BodyError(413, fields)
  return fields
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new BodyError(400)
  }
}
