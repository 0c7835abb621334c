import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { isItem, nameOf } from '../editor/content-paths.ts'
import { drawAssets } from '../generator/drawing/draw-assets.ts'
import { readSiteContent, textShape } from '../generator/site-texts.ts'
import { publishedLanguages } from '../shared/languages.ts'
import { attempt, type Problem } from '../shared/problem.ts'
import { composeLanguages } from '../site/compose.ts'
import { parseYaml, readYaml } from './read/yaml-file.ts'
import { type KeyPath, stepsIn, type TextTree, valueAt } from './text-tree.ts'

const { path: folder, remove } = temporaryFolder()
cpSync('content', folder, { recursive: true })
afterAll(remove)

/** What is wrong in the content; a problem too if the content cannot be composed. */
function problemsNow(): Problem[] {
  const problems: Problem[] = []
  attempt(() => {
    const content = readSiteContent(folder)
    const drawings = drawAssets(content)
    drawings.drawAll()
    problems.push(...content.problems, ...drawings.problems)
    const sites = composeLanguages(content, { siteOrigin: '', retentionDays: 1 })
    problems.push(...sites.flatMap((site) => site.problems))
  }, problems)
  return problems
}

/** What comes in place of a value; `undefined` removes it. */
const replacements: (TextTree | undefined)[] = [undefined, '', 'x', [], ['x'], {}, { x: 'y' }, [{ x: 'y' }], [['x']]]

function changed(file: string, path: KeyPath, value: TextTree | undefined): string {
  const document = parseYaml(readFileSync(join('content', file), 'utf8'))
  if (path.length === 0) return value === undefined ? '' : stringify(value)
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, document.createNode(value))
  return String(document)
}

/** The paths of every value and group of a file. */
const pathsIn = (tree: TextTree, path: KeyPath = []): KeyPath[] => [
  path,
  ...stepsIn(tree).flatMap((step) => pathsIn(valueAt(tree, [step]) ?? '', [...path, step])),
]

const texts = globSync('*.yml', { cwd: `${folder}/texts/es` })
const groups = [
  ...['organisation.yml', 'articles.yml', 'launch.yml'].map((name) => [name]),
  ...texts.map((name) => publishedLanguages.map((each) => `texts/${each}/${name}`)),
]

/** One value of a file, or the same value in the files of all languages. */
const change = fc.constantFrom(...groups).chain(([first = '', ...others]) =>
  fc.record({
    files: fc.constantFrom([first, ...others], [first]),
    path: fc.constantFrom(...pathsIn(readYaml('content', first).tree)),
    value: fc.constantFrom(...replacements),
  }),
)

test('whatever stands in a file in place of a value is a problem, and never another error', () => {
  expect(problemsNow()).toEqual([])
  fc.assert(
    fc.property(change, ({ files, path, value }) => {
      for (const file of files) writeFileSync(join(folder, file), changed(file, path, value))
      const problems = problemsNow()
      for (const file of files) writeFileSync(join(folder, file), readFileSync(join('content', file)))
      const wasText = typeof valueAt(readYaml('content', files[0] ?? '').tree, path) === 'string'
      const mayGo = path.some((_, index) => isItem(nameOf(files[0] ?? '', path.slice(0, index + 1)), textShape))
      const isWrong = typeof value === 'object' || (value !== 'x' && !mayGo)
      if (wasText && isWrong && files[0]?.startsWith('texts/')) expect(problems).not.toEqual([])
    }),
    { numRuns: Number(process.env.CONTENT_RUNS ?? 3) },
  )
}, 120_000)
