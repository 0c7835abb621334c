import { existsSync } from 'node:fs'
import { z } from 'zod'
import { ContentError } from './problem.ts'
import { readYaml } from './yaml-file.ts'

/** Where people say that they have seen to what no program can see to. */
export const confirmationsFile = 'content/launch.yml'

const schema = z.strictObject({
  confirmations: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z_]+$/, 'must be lower-case letters and underscores'),
        what: z.string().trim().min(1),
        date: z.iso.date('must be a day: 2026-03-12').nullish(),
        name: z.string().trim().nullish(),
      }),
    )
    .min(1, 'must hold at least one confirmation'),
})

export type Confirmation = z.infer<typeof schema>['confirmations'][number]

/**
 * Reads what people must confirm before the site goes public.
 * @throws ContentError when the file is missing or malformed
 */
export function readConfirmations(folder: string): Confirmation[] {
  if (!existsSync(`${folder}/launch.yml`))
    throw new ContentError([{ file: confirmationsFile, key: '', message: 'This file is missing. Bring it back.' }])
  const parsed = schema.safeParse(readYaml(`${folder}/launch.yml`, confirmationsFile).value)
  if (parsed.success) return parsed.data.confirmations
  throw new ContentError(
    parsed.error.issues.map(({ path, message }) => ({ file: confirmationsFile, key: path.join('.'), message })),
  )
}

/** Whether somebody has put a name and a day to it, and the day has come. */
export const isConfirmed = ({ date, name }: Confirmation, today: Date): boolean =>
  Boolean(name && date && date <= today.toISOString().slice(0, 10))
