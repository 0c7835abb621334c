import type { z } from 'zod'
import { ContentError, type Problem, type ProblemCode } from '../../shared/problem.ts'
import { type KeyPath, spellPath } from '../text-tree.ts'
import { readYaml } from './yaml-file.ts'

/** What a schema reports for an invalid value: a code that has a message in every language. */
export const problem = (code: ProblemCode) => code

/**
 * Reads a file of the content and checks it against its schema.
 * @param name the file below content/
 * @throws ContentError when it is missing or malformed
 */
export function readChecked<Schema extends z.ZodType>(folder: string, name: string, schema: Schema) {
  const { tree, placeholders } = readYaml(folder, name)
  const { data, error } = schema.safeParse(tree, { reportInput: true })
  if (error) throw new ContentError(schemaProblems(`content/${name}`, error))
  return { data: data as z.infer<Schema>, placeholders }
}

/** What a schema finds in a file. */
function schemaProblems(file: string, { issues }: z.ZodError): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path as KeyPath
    const key = spellPath(path)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => ({ file, key: spellPath([...path, name]), code: 'extra' }))
    const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
    if (issue.code === 'invalid_union' && issue.input === undefined) return [{ file, key, code: 'needed' }]
    // zod's own messages are sentences.
    if (/^[a-z_]+$/.test(message)) return [{ file, key, code: message as ProblemCode }]
    if (issue.code === 'invalid_value' && issue.input)
      return [{ file, key, code: 'choice', values: { names: issue.values.join(', ') } }]
    const wanted = issue.code === 'invalid_type' && issue.input !== undefined ? shapes[issue.expected] : undefined
    return [{ file, key, code: wanted ?? 'needed' }]
  })
}

const shapes: Record<string, ProblemCode> = {
  array: 'list_wanted',
  object: 'group_wanted',
  record: 'group_wanted',
  string: 'text_wanted',
}
