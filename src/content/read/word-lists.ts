import { z } from 'zod'
import { eachLanguage } from '../../shared/languages.ts'
import { readChecked } from './schema-problems.ts'

export const wordListsFile = 'content/words.yml'

const words = z.array(z.string().trim().min(1, 'Write a word.'))

const schema = z.strictObject({
  names: words,
  // A new language has no words of its own at first.
  languages: z
    .strictObject(
      eachLanguage(() =>
        z.strictObject({
          right: words,
          instead: z.array(z.strictObject({ of: z.string().trim().min(1), say: z.string().trim().min(1) })),
        }),
      ),
    )
    .partial(),
})

/**
 * What the dictionaries do not know: proper names, right in every language, and for each language words that are `right`, and
 * words `instead` of which another is to be used.
 */
export type WordLists = z.infer<typeof schema>

/** @throws ContentError when the file is missing or malformed */
export const readWordLists = (folder: string): WordLists => readChecked(folder, 'words.yml', schema).data
