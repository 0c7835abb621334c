import { z } from 'zod'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import { dayColumns, type RegisterColumn } from '../../shared/register/certificate.ts'
import type { EditorState, Input } from '../api.ts'
import { nameOf, registerFile, within } from '../content-paths.ts'

/** The columns of the register that are not typed as text. */
const columns: Partial<Record<RegisterColumn, Input>> = {
  ...Object.fromEntries(dayColumns.map((column) => [column, 'date'])),
  number: 'fixed',
  country: 'country',
  covers: 'covers',
  reason: 'reasons',
  replaced_by: 'certificate',
}

/** What the schemas say of values: `.meta({ input: 'date' })`. */
export const inputs: EditorState['inputs'] = Object.fromEntries([
  ...inputsIn(organisationSchema, 'organisation.yml#'),
  ...inputsIn(confirmationsSchema, 'launch.yml#'),
  ...Object.entries(columns).map(([column, input]): [string, Input] => [nameOf(registerFile, [column]), input]),
  ['articles.yml#', 'page'],
])

function inputsIn(schema: unknown, name: string): [string, Input][] {
  const input = schema instanceof z.ZodType && (schema.meta()?.input as Input | undefined)
  if (input) return [[name, input]]
  if (schema instanceof z.ZodArray || schema instanceof z.ZodOptional) return inputsIn(schema.unwrap(), name)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, part]) => inputsIn(part, within(name, key)))
}
