import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readFiles } from '../../content/read/content.ts'
import { allLanguages } from '../../shared/languages.ts'
import { textShape } from '../site-texts.ts'
import { drawAssets } from './draw-assets.ts'
import { pictureNames } from './pictures.ts'

const [, page, picture, language] =
  /^(.+)\/(.+)\.(\w+)$/.exec(pictureNames(readFiles('content', textShape))[0] ?? '') ?? []
const drawing = `pictures/${picture}.svg`

/** What is found after a change of a file of the content: the file, unless it is the drawing, and the key, the code and its values. */
function findingsAfter(file: string, change: (text: string) => string): string[] {
  using folder = temporaryFolder()
  cpSync('content', folder.path, { recursive: true })
  const path = join(folder.path, file)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
  const { drawAll, problems } = drawAssets(readFiles(folder.path, textShape))
  drawAll()
  return [
    ...new Set(
      problems.map(({ file, key, code, values = {} }) =>
        [file === `content/${drawing}` ? '' : file, key, code, ...Object.values(values)].filter(Boolean).join(' '),
      ),
    ),
  ]
}

test('each word that a drawing shows is there, and no other, in each language', () => {
  const own = (key: string) => allLanguages.map((each) => `content/texts/${each}/${page}.yml ${key}`)
  const key = `pictures.${picture}.words`
  expect(findingsAfter(drawing, (svg) => svg.replace('</svg>', '<title>{{more}}</title></svg>'))).toEqual(
    own(`${key}.more empty`),
  )
  const text = `texts/${language}/${page}.yml`
  const more = (yaml: string) => yaml.replace(/words:/, '$&\n      more: More')
  expect(findingsAfter(text, more)).toEqual(own(`${key}.more extra`))
})

test('a word may have the variable of a fact', () => {
  expect(
    findingsAfter(`texts/${language}/${page}.yml`, (yaml) => yaml.replace(/(words:\n +\w+: ).*/, '$1"{{short_name}}"')),
  ).toEqual([])
})

test.each([
  ['a script', '<script>alert(1)</script>', 'drawing <script>'],
  ['a link to another file', '<use href="other.svg#a"/>', 'drawing href="other.svg#a"'],
  ['a prefix that XML does not know', '<use xlink:href="#a"/>', 'drawing xlink:href="#a"'],
  ['a sign that XML does not know', '<title>&nbsp;</title>', 'drawing &nbsp;'],
  ['an event', '<path onload="alert(1)"/>', 'drawing onload="alert(1)"'],
  ['HTML', '<title><b>x</b></title>', 'drawing <b>'],
])('%s is found', (_what, markup, found) => {
  expect(findingsAfter(drawing, (svg) => svg.replace('</svg>', `${markup}</svg>`))).toEqual([found])
})

test('its policy allows all its styles', () => {
  const { drawAll } = drawAssets(readFiles('content', textShape))
  for (const { body, contentSecurityPolicy } of drawAll())
    expect(contentSecurityPolicy.match(/'sha256-/g)).toHaveLength(body.match(/<style>/g)?.length ?? 0)
})
