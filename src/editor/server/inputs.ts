import { z } from 'zod'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import type { EditorState, Input } from '../api.ts'
import { within } from '../content-paths.ts'

/** What the schemas say of values: `.meta({ input: 'date' })`. */
export const inputs: EditorState['inputs'] = Object.fromEntries([
  ...inputsIn(organisationSchema, 'organisation.yml#'),
  ...inputsIn(confirmationsSchema, 'launch.yml#'),
  ['articles.yml#', 'page'],
])

function inputsIn(schema: unknown, name: string): [string, Input][] {
  const input = schema instanceof z.ZodType && (schema.meta()?.input as Input | undefined)
  if (input) return [[name, input]]
  if (schema instanceof z.ZodArray || schema instanceof z.ZodOptional) return inputsIn(schema.unwrap(), name)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, part]) => inputsIn(part, within(name, key)))
}
