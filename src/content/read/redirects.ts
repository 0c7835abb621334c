import { z } from 'zod'
import { allLanguages } from '../../shared/languages.ts'
import { decodeNearMiss } from '../../shared/redirects.ts'
import { problem, readChecked } from './schema-problems.ts'

export const redirectsFile = 'redirects.yml'

/** A path as browsers send it; a static host would read a star, or a colon at the beginning of a part, as a pattern. */
const path = z
  .string()
  .regex(/^(\/[^\s?#*:/][^\s?#*/]*)+\/?$/, problem('old_address'))
  .transform(decodeNearMiss)

export const redirectsSchema = z.array(
  z.strictObject({
    from: path,
    to: z.string().meta({ input: 'page' }),
    language: z.enum(allLanguages).meta({ input: 'language' }),
  }),
)

/** An address that was public once, and the page that it leads to. */
export type Redirect = z.infer<typeof redirectsSchema>[number]

/** Reads the old addresses. @throws ContentError when the file is missing or malformed */
export const readRedirects = (folder: string): Redirect[] => readChecked(folder, redirectsFile, redirectsSchema).data
