import { expect, test } from 'vitest'
import { confirmationsFile } from '../content/read/confirmations.ts'
import { organisationFile } from '../content/read/organisation.ts'
import { readTexts } from '../content/read/texts.ts'
import { readYaml } from '../content/read/yaml-file.ts'
import { isBranch, type KeyPath, stepsIn, type TextTree, valueAt } from '../content/text-tree.ts'
import { columnsOf, tableNames } from '../register/columns.ts'
import { languages } from '../shared/languages.ts'
import { isItem, nameOf, textFileOf, wordsFor } from './content-paths.ts'

test('each value has a label in editor.yml, but items, and groups with a title', () => {
  const { editor, ...texts } = readTexts('content', []).es
  const files: [file: string, tree: TextTree][] = [
    ...Object.entries(texts).map(([section, tree]): [string, TextTree] => [textFileOf('es', section), tree]),
    ...[organisationFile, confirmationsFile].map((path): [string, TextTree] => {
      const file = path.replace('content/', '')
      return [file, readYaml('content', file).tree]
    }),
    ...tableNames.map((table): [string, TextTree] => [
      `register/${table}.csv`,
      { '00-0001-X': Object.fromEntries(columnsOf(table).map(([name]) => [name, ''])) },
    ]),
  ]
  const { fields } = editor as { fields: Record<string, string> }
  const hasName = ([name, tree]: [string, TextTree]) =>
    isItem(name) || wordsFor(name, fields) || (isBranch(tree) && (tree.title || tree.question))
  const nameless = files.flatMap(([file, tree]) =>
    [...groupsIn(tree)]
      .filter((path) => !(String(path.at(-1)) in languages))
      .map((path): [string, TextTree] => [nameOf(file, path), valueAt(tree, path) ?? ''])
      .filter((each) => !hasName(each)),
  )
  expect(nameless.map(([name]) => name)).toEqual([])
})

/** The path of every value, be it a text, a group or a list. */
function* groupsIn(tree: TextTree, path: KeyPath = []): Generator<KeyPath> {
  for (const step of stepsIn(tree)) {
    yield [...path, step]
    yield* groupsIn(valueAt(tree, [step]) ?? '', [...path, step])
  }
}
