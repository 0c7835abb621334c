import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readFiles } from '../../content/read/content.ts'
import { attempt, type Problem } from '../../shared/problem.ts'
import { textShape } from '../site-texts.ts'
import { drawAssets } from './draw-assets.ts'
import { drawPicture, pictureNames } from './pictures.ts'

const content = readFiles('content', textShape)
const [name = ''] = pictureNames(content)
const [, page = '', picture = ''] = /^(.+)\/(.+)\.\w+$/.exec(name) ?? []

/** What is found in a picture whose drawing has more before its end. */
function findingsWith(markup: string): string[] {
  using folder = temporaryFolder()
  const path = join(folder.path, `pictures/${picture}.svg`)
  cpSync('content/pictures', join(folder.path, 'pictures'), { recursive: true })
  writeFileSync(path, readFileSync(path, 'utf8').replace('</svg>', `${markup}</svg>`))
  const problems: Problem[] = []
  attempt(() => drawPicture({ ...content, folder: folder.path }, name), problems)
  return problems.map(({ file, key, code, values = {} }) => [file, key, code, ...Object.values(values)].join(' '))
}

const words = `content/texts/es/${page}.yml pictures.${picture}.words`
const drawing = `content/pictures/${picture}.svg  drawing`
test.each([
  ['a word without a text', '<title>{{more}}</title>', `${words}.more empty`],
  ['a script', '<script>alert(1)</script>', `${drawing} <script>`],
  ['a link to another file', '<use href="other.svg#a"/>', `${drawing} href="other.svg#a"`],
  ['a prefix that XML does not know', '<use xlink:href="#a"/>', `${drawing} xlink:href="#a"`],
  ['a sign that XML does not know', '<title>&nbsp;</title>', `${drawing} &nbsp;`],
  ['an event', '<path onload="alert(1)"/>', `${drawing} onload="alert(1)"`],
  ['HTML', '<title><b>x</b></title>', `${drawing} <b>`],
])('%s is found', (_what, markup, found) => expect(findingsWith(markup)).toEqual([found]))

test('a word that the drawing does not show is found; the variable of a fact is filled in', () => {
  const { pictures } = structuredClone(content.texts.es[page]) as { pictures: Record<string, { words: object }> }
  const texts = { ...content.texts, es: { ...content.texts.es, [page]: { pictures } } }
  const { words = {} } = pictures[picture] ?? {}
  const [word = ''] = Object.keys(words)
  Object.assign(words, { [word]: '{{short_name}}' })
  expect(drawPicture({ ...content, texts } as never, name)?.drawing.svg).not.toContain('{{')
  Object.assign(words, { more: 'More' })
  expect(() => drawPicture({ ...content, texts } as never, name)).toThrow('words.more')
})

test('its policy allows all its styles', () => {
  for (const { body, contentSecurityPolicy } of drawAssets(content).drawAll())
    expect(contentSecurityPolicy.match(/'sha256-/g)).toHaveLength(body.match(/<style>/g)?.length ?? 0)
})
