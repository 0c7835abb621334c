import { z } from 'zod'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { readChecked } from './schema-problems.ts'

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
export const readWordLists = (folder: string) => readChecked(folder, 'words.yml', schema).data as WordLists
