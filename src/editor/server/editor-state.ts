import { z } from 'zod'
import { ContentError } from '../../content/problem.ts'
import { confirmationsSchema } from '../../content/read/confirmations.ts'
import { organisationSchema } from '../../content/read/organisation.ts'
import type { TextTree } from '../../content/read/texts.ts'
import { parseYaml, readYamlText } from '../../content/read/yaml-file.ts'
import type { EditorState, FileState, FileValues, Input } from '../api.ts'
import { notesIn } from './yaml-edit.ts'

/** What a file says, if it can be read. @param at `HEAD` for the last commit */
export function valuesOf(file: string, source: string | undefined, at = 'content'): FileValues | undefined {
  try {
    if (source === undefined) return undefined
    const { value, placeholders } = readYamlText(source, `${at}/${file}`)
    return { tree: (value ?? {}) as TextTree, placeholders }
  } catch (error) {
    // The check reports what is wrong.
    if (error instanceof ContentError) return undefined
    throw error
  }
}

/** Each file as it was last read. */
const lastStates = new Map<string, { source: string | undefined; published: string | undefined; state: FileState }>()

export function stateOfFile(file: string, source: string | undefined, published: string | undefined): FileState {
  const last = lastStates.get(file)
  if (last && last.source === source && last.published === published) return last.state
  const now = valuesOf(file, source)
  const before = valuesOf(file, published, 'HEAD')
  const state = {
    ...(now && { now }),
    ...(source !== published && { published: before ?? null }),
    title: /^# ?(.*)/.exec(source ?? '')?.[1] ?? '',
    // Facts have their notes in the editor's texts, in every language.
    notes: now && file.startsWith('texts/') ? notesIn(parseYaml(source ?? '')) : {},
  }
  lastStates.set(file, { source, published, state })
  return state
}

/** What the schemas say of values: `.meta({ input: 'date' })`. */
export const inputs: EditorState['inputs'] = Object.fromEntries([
  ...inputsIn(organisationSchema, 'organisation.yml#'),
  ...inputsIn(confirmationsSchema, 'launch.yml#'),
])

function inputsIn(schema: unknown, name: string): [string, Input][] {
  const input = schema instanceof z.ZodType && (schema.meta()?.input as Input | undefined)
  if (input) return [[name, input]]
  if (schema instanceof z.ZodArray) return inputsIn(schema.element, name)
  if (schema instanceof z.ZodOptional) return inputsIn(schema.unwrap(), name)
  if (!(schema instanceof z.ZodObject)) return []
  const parts = Object.entries(schema.shape)
  return parts.flatMap(([key, part]) => inputsIn(part, name.endsWith('#') ? name + key : `${name}.${key}`))
}
