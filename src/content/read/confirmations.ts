import { z } from 'zod'
import { allLanguages, fallbackLanguage } from '../../shared/languages.ts'
import { readChecked } from './schema-problems.ts'

/** Where people confirm what no program can check. */
export const confirmationsFile = 'content/launch.yml'

/** Empty until somebody writes something. */
const blank = z.literal('')

const wish = 'Write what is to be confirmed, in each language.'
const day = 'Write the day as year, month and day: 2026-03-12.'
const text = z.string(wish).trim().min(1, wish)

const schema = z.strictObject({
  confirmations: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z_]+$/, 'A point’s short name is written in small letters and underscores: native_reader_es.'),
        what: z
          .partialRecord(z.enum(allLanguages), text, wish)
          .refine((what) => fallbackLanguage in what, `${wish} English included.`),
        date: z.union([blank, z.iso.date(day)], day).optional(),
        name: z.string().trim().optional(),
      }),
    )
    .min(1, 'Write at least one point to confirm.'),
})

export type Confirmation = z.infer<typeof schema>['confirmations'][number]

/**
 * Reads what people must confirm before the site goes public.
 * @throws ContentError when the file is missing or malformed
 */
export const readConfirmations = (folder: string): Confirmation[] =>
  readChecked(folder, 'launch.yml', schema).data.confirmations

/** Whether somebody has put a name and a day to it, and the day has come. */
export const isConfirmed = ({ date, name }: Confirmation, today: Date): boolean =>
  Boolean(name && date && date <= today.toISOString().slice(0, 10))
