import { confirmationsFile } from '../src/content/read/confirmations.ts'
import { organisationFile } from '../src/content/read/organisation.ts'
import { redirectsFile } from '../src/content/read/redirects.ts'
import { readTexts } from '../src/content/read/texts.ts'
import { readYaml } from '../src/content/read/yaml-file.ts'
import { isBranch, type KeyPath, stepsIn, type TextTree, valueAt } from '../src/content/text-tree.ts'
import { isItem, keysOf, nameOf, textFileOf, wordsFor } from '../src/editor/content-paths.ts'
import { textShape } from '../src/generator/site-texts.ts'
import { languages } from '../src/shared/languages.ts'

/** What a change needs besides: a label in the editor for each value. Prints what is missing. */
const missing = findValuesWithoutLabel()
for (const line of missing) console.error(line)
if (missing.length > 0) process.exitCode = 1

/** Each value of the site needs a label, but items, and groups with a title. */
function findValuesWithoutLabel(): string[] {
  // The words of the two programs are not labelled: whoever changes them knows the program.
  const { editor, office: _, ...texts } = readTexts('content', []).es
  const files: [file: string, tree: TextTree][] = [
    ...Object.entries(texts).map(([section, tree]): [string, TextTree] => [textFileOf('es', section), tree]),
    ...[organisationFile, confirmationsFile, `content/${redirectsFile}`].map((path): [string, TextTree] => {
      const file = path.replace('content/', '')
      return [file, readYaml('content', file).tree]
    }),
  ]
  const { fields } = editor as { fields: Record<string, string> }
  const hasLabel = ([name, tree]: [string, TextTree]) =>
    isItem(name, textShape) || wordsFor(name, fields, textShape) || (isBranch(tree) && (tree.title || tree.question))
  const without = files.flatMap(([file, tree]) =>
    [...pathsIn(tree)]
      .filter((path) => !(String(path.at(-1)) in languages))
      .map((path): [string, TextTree] => [nameOf(file, path), valueAt(tree, path) ?? ''])
      .filter((each) => !hasLabel(each))
      .map(([name]) => name),
  )
  // A label is for all values with its key, such as those of a list.
  return [...Map.groupBy(without, (name) => keysOf(name).at(-1))].map(
    ([key, [name]]) =>
      `The editor has no label for “${key}”, as in ${name}: add it under “fields” in content/texts/<language>/editor.yml.`,
  )
}

/** The path of every value, be it a text, a group or a list. */
function* pathsIn(tree: TextTree, path: KeyPath = []): Generator<KeyPath> {
  for (const step of stepsIn(tree)) {
    yield [...path, step]
    yield* pathsIn(valueAt(tree, [step]) ?? '', [...path, step])
  }
}
