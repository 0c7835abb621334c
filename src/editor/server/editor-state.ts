import { z } from 'zod'
import { attempt } from '../../content/problem.ts'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import { readYamlText, type YamlFile } from '../../content/read/yaml-file.ts'
import type { EditorState, Input } from '../api.ts'
import { within } from '../content-paths.ts'

/** What a file says, if it can be read: the check reports what is wrong. @param at `HEAD` for the last commit */
export const readSource = (file: string, source: string | undefined, at = 'content'): YamlFile | undefined =>
  source === undefined ? undefined : attempt(() => readYamlText(source, `${at}/${file}`), [])

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
