import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { shapesOf, shapeWithin, type TextShape } from '../read/text-shape.ts'
import { allTextsOf, textFile } from '../read/texts.ts'
import { isBranch, type KeyPath, spellPath, stepsIn, type TextTree, valueAt } from '../text-tree.ts'

/**
 * Compares each language with what the code reads, and its lists and open groups with those of the initial language: same
 * files, same keys, no empty text.
 */
export function* compareLanguages(
  { written, pages }: Pick<Content, 'written' | 'pages'>,
  shape: TextShape,
): Generator<Problem> {
  const initial = written[initialLanguage]
  const shapes = shapesOf(shape, articlesIn(pages))
  for (const language of allLanguages)
    for (const section of Object.keys({ ...shapes, ...written[language] })) {
      const [tree, file, wanted] = [written[language][section], textFile(language, section), shapes[section]]
      if (tree === undefined) yield { file, key: '', code: 'file_missing' }
      else if (wanted === undefined) yield { file, key: '', code: 'file_extra' }
      else
        for (const [path, code] of compareTrees(tree, initial[section], wanted))
          yield { file, key: spellPath(path), code }
    }
  for (const { file, key, text } of allTextsOf(written))
    if (isBlank(text) && key !== 'head.slug') yield { file, key, code: 'empty' }
}

const kinds = [
  [Array.isArray, 'list_wanted'],
  [isBranch, 'group_wanted'],
  [(tree: unknown) => typeof tree === 'string', 'text_wanted'],
] as const

/** @param tree what a language says; nothing if it says nothing there */
function* compareTrees(
  tree: TextTree | undefined,
  initial: TextTree | undefined,
  shape: TextTree,
  path: KeyPath = [],
): Generator<[KeyPath, ProblemCode]> {
  const [isSame, wanted] = kinds.find(([isKind]) => isKind(shape)) ?? kinds[2]
  if (tree !== undefined && !isSame(tree)) yield [path, wanted]
  else if (tree === undefined && !isBranch(shape)) yield [path, initial === undefined ? 'empty' : 'missing']
  else {
    const reference = isSame(initial) ? initial : undefined
    const named = isBranch(shape) ? Object.keys(shape).filter((name) => name !== '*') : []
    for (const step of new Set([...named, ...stepsIn(reference), ...stepsIn(tree)])) {
      const [own, other, part] = [valueAt(tree, [step]), valueAt(reference, [step]), shapeWithin(shape, step)]
      // Nothing but the initial language says which items a list has, and which names are in an open group.
      if (part !== undefined && (other !== undefined || named.includes(String(step))))
        yield* compareTrees(own, other, part, [...path, step])
      else if (own !== undefined) yield [[...path, step], 'extra']
    }
  }
}
