import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Content } from '../read/content.ts'
import { type LanguageTexts, textFile } from '../read/texts.ts'
import { inShape, spellPath, textsIn, valueAt } from '../text-tree.ts'

/**
 * Compares each language with what the code reads: same files, same keys, no empty text. The initial language
 * alone decides which items a list has, and which names are in an open group.
 */
export function* compareLanguages({ rawTexts, shape }: Content): Generator<Problem> {
  const wanted = inShape([rawTexts[initialLanguage]], shape) as LanguageTexts
  for (const language of allLanguages)
    for (const section of Object.keys({ ...wanted, ...rawTexts[language] })) {
      const [own, expected, file] = [rawTexts[language][section], wanted[section], textFile(language, section)]
      if (own === undefined) yield { file, key: '', code: 'file_missing' }
      else if (expected === undefined) yield { file, key: '', code: 'file_extra' }
      else {
        for (const [path] of textsIn(expected)) {
          const text = valueAt(own, path)
          if (typeof text !== 'string' || isBlank(text)) yield { file, key: spellPath(path), code: 'empty' }
        }
        for (const [path] of textsIn(own))
          if (typeof valueAt(expected, path) !== 'string') yield { file, key: spellPath(path), code: 'extra' }
      }
    }
}
