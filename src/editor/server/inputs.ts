import { z } from 'zod'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import { redirectsSchema } from '../../content/read/redirects.ts'
import type { Input } from '../api.ts'
import { articlesFile } from '../content-paths.ts'

/** What the schemas say of values, `.meta({ input: 'date' })`, by their keys. */
export const inputs: Record<string, Input> = Object.fromEntries([
  ...inputsIn(organisationSchema),
  ...inputsIn(confirmationsSchema),
  ...inputsIn(redirectsSchema),
  [articlesFile, 'page'],
])

function inputsIn(schema: unknown, key = ''): [string, Input][] {
  const input = schema instanceof z.ZodType && (schema.meta()?.input as Input | undefined)
  if (input) return [[key, input]]
  if (schema instanceof z.ZodArray || schema instanceof z.ZodOptional) return inputsIn(schema.unwrap(), key)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, part]) => inputsIn(part, key))
}
