import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import { allTextsOf, isBranch, type TextTree, textFile, type WrittenTexts } from '../read/texts.ts'

/** Compares each language with the initial one: same files, same keys. And no text is empty. */
export function* compareLanguages(texts: WrittenTexts): Generator<Problem> {
  const models = texts[initialLanguage]
  for (const language of allLanguages.filter((language) => language !== initialLanguage))
    for (const section of Object.keys({ ...models, ...texts[language] })) {
      const [model, tree, file] = [models[section], texts[language][section], textFile(language, section)]
      if (model === undefined) yield { file, key: '', code: 'file_extra' }
      else if (tree === undefined) yield { file, key: '', code: 'file_missing' }
      else yield* compareTrees(model, tree, file, '')
    }
  for (const { file, key, text } of allTextsOf(texts))
    if (isBlank(text) && key !== 'head.slug') yield { file, key, code: 'empty' }
}

function* compareTrees(model: TextTree, tree: TextTree, file: string, key: string): Generator<Problem> {
  if (shapeOf(tree) !== shapeOf(model)) yield { file, key, code: 'shape' }
  else if (typeof model !== 'string')
    for (const name of Object.keys({ ...model, ...(tree as object) })) {
      const [wanted, found] = [own(model, name), own(tree, name)]
      const inner = key ? `${key}.${name}` : name
      if (wanted === undefined) yield { file, key: inner, code: 'extra' }
      else if (found === undefined) yield { file, key: inner, code: 'missing' }
      else yield* compareTrees(wanted, found, file, inner)
    }
}

const own = (tree: TextTree, name: string) =>
  Object.hasOwn(tree as object, name) ? (tree as Record<string, TextTree>)[name] : undefined

function shapeOf(tree: TextTree): 'list' | 'group' | 'text' {
  if (Array.isArray(tree)) return 'list'
  return isBranch(tree) ? 'group' : 'text'
}
