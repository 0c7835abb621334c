import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { misfits, shapedLike } from '../read/required-texts.ts'
import { allTextsOf, type LanguageTexts, leavesOf, modelsOf, textFile } from '../read/texts.ts'
import { spellPath, type TextTree } from '../text-tree.ts'

/**
 * Compares each language with the initial one, and all with what the code reads: same files, same keys, no empty text.
 * @param required the texts that the code reads, except those of articles
 */
export function* compareLanguages(
  { written, pages }: Pick<Content, 'written' | 'pages'>,
  required: LanguageTexts,
): Generator<Problem> {
  const initial = written[initialLanguage]
  const models = modelsOf(articlesIn(pages), required)
  for (const language of allLanguages)
    for (const section of Object.keys({ ...initial, ...written[language], ...models })) {
      const [tree, file, model] = [written[language][section], textFile(language, section), models[section] ?? {}]
      if (tree === undefined) yield { file, key: '', code: 'file_missing' }
      else if (!(section in initial) && !(section in models)) yield { file, key: '', code: 'file_extra' }
      else yield* compareTrees(file, tree, initial[section] ?? {}, model)
    }
  for (const { file, key, text } of allTextsOf(written))
    if (isBlank(text) && key !== 'head.slug') yield { file, key, code: 'empty' }
}

function* compareTrees(file: string, tree: TextTree, initial: TextTree, model: TextTree): Generator<Problem> {
  const wrong = [...misfits(tree, model)].map(([path, code]) => ({ file, key: spellPath(path), code }))
  yield* wrong
  const isRight = (key: string) =>
    !wrong.some(
      ({ key: other }) => !other || key === other || [`${other}.`, `${other}[`].some((s) => key.startsWith(s)),
    )
  const [known, found] = [keysOf(initial), keysOf(tree)]
  const wanted = keysOf(shapedLike(initial, model))
  for (const key of [...wanted.difference(found)].filter(isRight))
    yield { file, key, code: known.has(key) ? 'missing' : 'empty' }
  for (const key of [...found.difference(wanted)].filter(isRight)) yield { file, key, code: 'extra' }
}

const keysOf = (tree: TextTree) => new Set(leavesOf(tree).map(([key]) => key))
