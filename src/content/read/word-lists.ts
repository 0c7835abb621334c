import { existsSync } from 'node:fs'
import { z } from 'zod'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { ContentError } from '../problem.ts'
import { schemaProblems } from './schema-problems.ts'
import { readYaml } from './yaml-file.ts'

export const wordListsFile = 'content/words.yml'

const words = z.array(z.string().trim().min(1, 'Write a word.'))

const schema = z.strictObject({
  names: words,
  languages: z.strictObject(
    Object.fromEntries(
      allLanguages.map((language) => [
        language,
        z.strictObject({
          right: words,
          instead: z.array(z.strictObject({ of: z.string().trim().min(1), say: z.string().trim().min(1) })),
        }),
      ]),
    ),
  ),
})

/** What the dictionaries do not know: `right` words, and words `instead` of which another is to be used. */
export type WordLists = {
  /** Proper names, right in every language. */
  names: string[]
  languages: Record<Language, { right: string[]; instead: { of: string; say: string }[] }>
}

/** @throws ContentError when the file is missing or malformed */
export function readWordLists(folder: string): WordLists {
  if (!existsSync(`${folder}/words.yml`))
    throw new ContentError([{ file: wordListsFile, key: '', message: 'This file is missing. Bring it back.' }])
  const parsed = schema.safeParse(readYaml(`${folder}/words.yml`, wordListsFile).value)
  if (parsed.success) return parsed.data as WordLists
  throw new ContentError(schemaProblems(wordListsFile, schema, parsed.error))
}
