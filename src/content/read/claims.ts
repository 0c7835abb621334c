import { z } from 'zod'
import { ContentError } from '../problem.ts'
import { readConfirmations } from './confirmations.ts'
import { readChecked } from './schema-problems.ts'

/** What is taken for a claim, and which claims need no source. */
export const claimsFile = 'content/claims.yml'

const excuse = z
  .strictObject({
    text: z
      .string()
      .regex(/^[a-z_]+\.yml#[\w.]+$/, 'Write the file and the name of the text in it: certification.yml#chain'),
    paragraphs: z.array(z.string().regex(/^\d+$/, 'Write the number of the paragraph: 3').transform(Number)).optional(),
    confirmed: z.array(z.string()).optional(),
    reason: z.string().trim().min(1, 'Write the reason.').optional(),
  })
  .refine(
    ({ confirmed = [], reason }) => confirmed.length > 0 || reason,
    'Write a reason, or under “confirmed” the points of content/launch.yml that confirm it.',
  )

const schema = z.strictObject({
  words: z.record(z.string(), z.array(z.string().min(1, 'Write a word.'))),
  without_source: z.array(excuse),
})

export type Claims = z.infer<typeof schema>

/**
 * Reads which words make a paragraph a claim, and which paragraphs need no source.
 * @throws ContentError when the file is missing or malformed, or names a point that content/launch.yml does not have
 */
export function readClaims(folder: string): Claims {
  const { data } = readChecked(folder, 'claims.yml', schema)
  const points = new Set(readConfirmations(folder).map(({ id }) => id))
  const unknown = data.without_source.flatMap(({ confirmed = [] }, index) =>
    confirmed
      .filter((id) => !points.has(id))
      .map((id) => ({
        file: claimsFile,
        key: `without_source.${index}.confirmed`,
        message: `content/launch.yml has no point “${id}”. Mend the name, or add it there.`,
        code: 'unknown' as const,
        values: { name: id },
      })),
  )
  if (unknown.length > 0) throw new ContentError(unknown)
  return data
}
