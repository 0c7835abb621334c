import { existsSync } from 'node:fs'
import { z } from 'zod'
import { nearest, suggest } from '../nearest.ts'
import { ContentError, type Problem } from '../problem.ts'
import { readYaml } from './yaml-file.ts'

/**
 * Reads a file of the content and holds it against its schema.
 * @param name the file below content/
 * @throws ContentError when it is missing or malformed
 */
export function readChecked<Schema extends z.ZodType>(folder: string, name: string, schema: Schema) {
  const file = `content/${name}`
  if (!existsSync(`${folder}/${name}`))
    throw new ContentError([{ file, key: '', message: 'This file is missing. Bring it back.' }])
  const { value, placeholders } = readYaml(`${folder}/${name}`, file)
  const { data, error } = schema.safeParse(value)
  if (error) throw new ContentError(schemaProblems(file, schema, error))
  return { data: data as z.infer<Schema>, placeholders }
}

/** What a schema finds in a file, told to an editor: the schema's own messages, and plain words where it has none. */
export function schemaProblems(
  file: string,
  schema: z.ZodType,
  { issues }: z.ZodError,
  codeOf: (key: string) => Problem['code'] = codeOfName,
): Problem[] {
  // A misspelt name is told once, not as a name too many and another one missing.
  const misspelt = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => [...issue.path, nearest(name, namesAt(schema, issue.path))].join('.'))
        : [],
    ),
  )
  return issues.flatMap((issue): Problem[] => {
    const key = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => ({
        file,
        key,
        near: name,
        message: `The site does not know “${name}” here. ${
          /^\w+$/.test(name)
            ? suggest(name, namesAt(schema, issue.path))
            : 'If it is part of a value that holds a comma, put that value between straight quotation marks.'
        }`,
      }))
    if (misspelt.has(key)) return []
    if (issue.code === 'invalid_key')
      return [{ file, key, message: issue.issues[0]?.message ?? 'This name cannot be used.' }]
    const code = codeOf(key)
    const wanted = issue.code === 'invalid_type' ? plainWords[issue.expected] : undefined
    return [
      {
        file,
        key,
        message: wanted && /^Invalid input/.test(issue.message) ? wanted : issue.message,
        ...(code && { code }),
      },
    ]
  })
}

/** The message for a value with a format of its own, such as a telephone number, wherever it stands. */
const codeOfName = (key: string): Problem['code'] =>
  (['phone', 'country', 'email', 'date'] as const).find((name) => key.split('.').at(-1) === name)

const plainWords: Record<string, string> = {
  string: 'A text is missing here. Write it.',
  object: 'Several values belong here, each with its name: “name: value”.',
  record: 'Several values belong here, each with its name: “name: value”.',
  array: 'A list belongs here, each line beginning with “- ”.',
}

/** The names that a schema knows at a place in the file. */
function namesAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  let inner: unknown = schema
  for (const step of path) {
    inner = unwrap(inner)
    if (inner instanceof z.ZodObject) inner = inner.shape[step as string]
    else if (inner instanceof z.ZodArray) inner = inner.element
    else if (inner instanceof z.ZodRecord) inner = inner.valueType
  }
  inner = unwrap(inner)
  if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum) return inner.keyType.options.map(String)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema
