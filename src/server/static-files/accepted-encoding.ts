import { type Encoding, encodings } from '../../shared/built-site.ts'

/**
 * The best of the available compressed forms that a client accepts, or undefined for the plain form.
 * @param header the request's Accept-Encoding (RFC 9110 section 12.5.3)
 */
export function acceptedEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  if (!header) return undefined
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight ? Number(weight.slice(2)) : 1] as const
    }),
  )
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return (Object.keys(encodings) as Encoding[])
    .filter((encoding) => available.includes(encoding) && weightOf(encoding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))[0]
}
