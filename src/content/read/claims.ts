import { existsSync } from 'node:fs'
import { z } from 'zod'
import { ContentError, type Told } from '../problem.ts'
import { readConfirmations } from './confirmations.ts'
import { schemaProblems } from './schema-problems.ts'
import { readYaml } from './yaml-file.ts'

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
  const problem = (key: string, message: string, told: Told = {}) => ({ file: claimsFile, key, message, ...told })
  if (!existsSync(`${folder}/claims.yml`))
    throw new ContentError([problem('', 'This file is missing. Bring it back: it says what must have a source.')])
  const parsed = schema.safeParse(readYaml(`${folder}/claims.yml`, claimsFile).value)
  if (!parsed.success) throw new ContentError(schemaProblems(claimsFile, schema, parsed.error))
  const points = new Set(readConfirmations(folder).map(({ id }) => id))
  const unknown = parsed.data.without_source.flatMap(({ confirmed = [] }, index) =>
    confirmed
      .filter((id) => !points.has(id))
      .map((id) =>
        problem(
          `without_source.${index}.confirmed`,
          `content/launch.yml has no point “${id}”. Mend the name, or add it there.`,
          { code: 'unknown', values: { name: id } },
        ),
      ),
  )
  if (unknown.length > 0) throw new ContentError(unknown)
  return parsed.data
}
