import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import { allTextsOf, leavesOf, type TextTree, textFile, type WrittenTexts } from '../read/texts.ts'

/** Compares each language with the initial one: same files, same keys, no empty text. */
export function* compareLanguages(texts: WrittenTexts): Generator<Problem> {
  const models = texts[initialLanguage]
  for (const language of allLanguages.filter((language) => language !== initialLanguage))
    for (const section of Object.keys({ ...models, ...texts[language] })) {
      const [model, tree, file] = [models[section], texts[language][section], textFile(language, section)]
      if (model === undefined) yield { file, key: '', code: 'file_extra' }
      else if (tree === undefined) yield { file, key: '', code: 'file_missing' }
      else {
        const [wanted, found] = [keysOf(model), keysOf(tree)]
        for (const key of wanted.difference(found)) yield { file, key, code: 'missing' }
        for (const key of found.difference(wanted)) yield { file, key, code: 'extra' }
      }
    }
  for (const { file, key, text } of allTextsOf(texts))
    if (isBlank(text) && key !== 'head.slug') yield { file, key, code: 'empty' }
}

const keysOf = (tree: TextTree) => new Set([...leavesOf(tree)].map(([key]) => key))
