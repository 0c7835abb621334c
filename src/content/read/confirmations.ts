import { z } from 'zod'
import { allLanguages, fallbackLanguage } from '../../shared/languages.ts'
import { problem, readChecked } from './schema-problems.ts'

/** The file in which people confirm what no program can check. */
export const confirmationsFile = 'content/launch.yml'

export const confirmationsSchema = z.strictObject({
  confirmations: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z_]+$/, problem('file_name')),
        what: z
          .partialRecord(z.enum(allLanguages), z.string().trim().min(1))
          .refine((what) => fallbackLanguage in what),
        // Empty until somebody writes something.
        date: z
          .union([z.literal(''), z.iso.date(problem('date'))], problem('date'))
          .meta({ input: 'date' })
          .optional(),
        name: z.string().trim().optional(),
      }),
    )
    .min(1),
})

export type Confirmation = z.infer<typeof confirmationsSchema>['confirmations'][number]

/**
 * Reads what people must confirm before the site goes public.
 * @throws ContentError when the file is missing or malformed
 */
export const readConfirmations = (folder: string): Confirmation[] =>
  readChecked(folder, 'launch.yml', confirmationsSchema).data.confirmations
