import { z } from 'zod'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import { dayColumns } from '../../shared/register/certificate.ts'
import type { EditorState, Input } from '../api.ts'
import { registerFile, within } from '../content-paths.ts'

/** What the columns of the register are chosen from, or typed as. */
const columns: Record<string, Input> = {
  ...Object.fromEntries(dayColumns.map((column) => [column, 'date'])),
  country: 'country',
  covers: 'covers',
  reason: 'reasons',
  replaced_by: 'certificate',
}

/** What the schemas say of values: `.meta({ input: 'date' })`. */
export const inputs: EditorState['inputs'] = Object.fromEntries([
  ...inputsIn(organisationSchema, 'organisation.yml#'),
  ...inputsIn(confirmationsSchema, 'launch.yml#'),
  ...Object.entries(columns).map(([column, input]) => [within(`${registerFile}#`, column), input]),
  ['articles.yml#', 'page'],
])

function inputsIn(schema: unknown, name: string): [string, Input][] {
  const input = schema instanceof z.ZodType && (schema.meta()?.input as Input | undefined)
  if (input) return [[name, input]]
  if (schema instanceof z.ZodArray || schema instanceof z.ZodOptional) return inputsIn(schema.unwrap(), name)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, part]) => inputsIn(part, within(name, key)))
}
