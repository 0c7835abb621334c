import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SmallContent, smallShape } from '../../tests/support/small-content.ts'
import { publishedLanguages } from '../shared/languages.ts'
import { attempt, type Problem } from '../shared/problem.ts'
import { readContent } from './content.ts'

/** What is found, one line each: file, unless it is the one in question, with the line; key, code, values. */
function findingsIn(content: SmallContent, inQuestion?: string): string[] {
  const problems: Problem[] = []
  problems.push(...(attempt(() => readContent(content.folder, smallShape), problems)?.problems ?? []))
  return problems.map(({ file, line, key, code, values }) => {
    const short = file === `content/${inQuestion}` ? '' : file.replace('content/', '')
    return [line ? `${short}:${line}` : short, key, code, ...Object.values(values ?? {})].filter(Boolean).join(' ')
  })
}

function findingsAfter(file: string, from: string | RegExp, to: string): string[] {
  using content = new SmallContent()
  const before = readFileSync(join(content.folder, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, `${from} is not in ${file}`).not.toBe(before)
  content.write(file, after)
  return findingsIn(content, file)
}

test('nothing is found in correct content', () => {
  using content = new SmallContent()
  expect(findingsIn(content)).toEqual([])
})

const [facts, old, article, english, hero] = [
  'organisation.yml',
  'redirects.yml',
  'texts/es/welfare.yml',
  'texts/en/welfare.yml',
  'texts/fr/hero.yml',
]
const phone = '{{phone_valencia}}'
const missingDay = publishedLanguages.map((language) => `texts/${language}/day.yml file_missing`)

test.each<[what: string, file: string, from: string | RegExp, to: string, found: string[]]>([
  ['broken YAML', hero, 'title:', 'title: a: b\nc:', [':1 syntax Nested mappings are not allowed in compact mappings']],
  ['what stands after the end of a file', hero, /$/, '---\nlead: x\n', [expect.stringMatching(/^:2 syntax/)]],
  ['an office that was copied', facts, /( {2}- id: valencia\n(?: {4}.*\n)+)/, '$1$1', ['offices name_taken']],
  ['a misspelt tag', facts, '!placeholder ""', '!placehodler ""', ['partners[0].name tag !placehodler']],
  ['words behind a sign for comments', hero, /title: .*/, 'title: Question #1', ['title tag #1']],
  ['a country in words', facts, 'country: PL', 'country: Poland', ['partners[0].country country']],
  ['a comma in a number', facts, '39.4699', '39,4699', ['offices[0].latitude degrees']],
  ['an e-mail address that is none', facts, 'contact@example.org', 'contact', ['email email']],
  ['no English', facts, 'en: Valencia, ', '', ['offices[0].city localised']],
  ['a map without encryption', facts, 'embed: https', 'embed: http', ['map.embed address']],
  ['a map that nothing fills', facts, '{{longitude}}', '{{long}}', ['map.embed map_address']],
  ['a time zone that is none', facts, 'Europe/Madrid', 'Valencia', ['time_zone time_zone']],
  ['a misspelt name of a fact', facts, 'street:', 'stret:', ['offices[0].street needed', 'offices[0].stret extra']],
  ['a side that is none', facts, 'label: left', 'label: middle', ['offices[0].label choice right, left, above, below']],
  ['a day that does not exist', 'launch.yml', 'date: ""', 'date: 2026-13-45', ['confirmations[0].date date']],
  ['a role without words', facts, 'role: slaughterhouse', 'role: farm', ['partners[0].role unknown farm']],
  ['a review of no page', facts, '[ welfare ]', '[ animals ]', ['reviews[0].pages unknown animals']],
  ['an article with the name of other texts', 'articles.yml', 'welfare', 'hero', ['[0] name_taken']],
  ['an article without its file', 'articles.yml', '- welfare', '- welfare\n- day', missingDay],
  ['no flag', 'texts/en/flag.svg', /<svg.*/, '', ['file_missing']],
  ['an address with spaces', article, 'welfare-es', 'animal welfare', ['head.slug slug']],
  ['an address that is taken but for accents', article, 'welfare-es', 'APÍ', ['head.slug slug_taken']],
  ['an address of the server', article, 'welfare-es', 'index', ['head.slug slug_taken']],
  ['an old address that a static host reads as a pattern', old, '/contact.html', '/news/*', ['[0].from old_address']],
  ['an old address that a page has', old, '/contact.html', '/Welfare-es/', ['[0].from old_address_used']],
  ['an old address that leads to no page', old, 'to: contact', 'to: contacts', ['[0].to unknown contacts']],
  [
    'an old address twice',
    old,
    /.*/,
    '$&\n- { from: /Contact.HTML, to: home, language: es }',
    ['[1].from twice /Contact.HTML'],
  ],
  ['a missing text', hero, /title: .*\n/, '', ['title empty']],
  ['a text that no page shows', hero, /$/, 'subtitle: Bonjour\n', ['subtitle extra']],
  ['an unseen text', hero, /title: .*/, 'title: "\\u2800"', ['title empty', `title braces ${phone}`]],
  ['a placeholder unfilled', hero, 'phone_valencia', 'phone_v', ['title unfilled phone_v']],
  ['a fact that is not given', hero, phone, '{{since}}', ['title unfilled since']],
  ['another placeholder', hero, phone, '{{email}}', [`title braces ${phone}`]],
  ['a brace alone', hero, phone, '{phone_valencia}', ['title brace']],
  ['formatting', hero, 'Appelez-nous', 'Appelez-**nous**', ['title sign_open **']],
  ['a sentence left as it is', english, 'The animal arrives calm', 'El animal llega en calma', ['lead foreign']],
])('%s is found', (_what, file, from, to, found) => {
  expect(findingsAfter(file, from, to)).toEqual(found)
})

test.each([
  ['a style', '<path style="fill:#fff" d="M0 0"/>', 'drawing style="fill:#fff"'],
  ['an event', '<path onclick="alert(1)" d="M0 0"/>', 'drawing onclick="alert(1)"'],
  ['a value without quotation marks', '<path fill=red d="M0 0"/>', 'drawing fill=red'],
  ['a link to another file', '<image href="https://www.example.org/a.png"/>', 'drawing <image>'],
  ['words', '<text x="1">A</text>', 'drawing <text>'],
  ['an element that is not closed', '<g><path d="M0 0"/>', 'syntax An element is not closed'],
])('%s in a flag is found', (_what, markup, found) => {
  expect(findingsAfter('texts/en/flag.svg', '<path d="M0 0"/>', markup)).toEqual([found])
})

test('English that resembles French is English', () => {
  const plain =
    'If you cannot find a packing date, ask us. Photograph the whole pack, then the numbers close up, and leave faces out. Keep the pack until we answer.'
  expect(findingsAfter(english, /lead: .*/, `lead: ${plain}`)).toEqual([])
})

test('a text of variables, numbers, signs and addresses may be the same in all languages', () => {
  using content = new SmallContent()
  const text = '© {{name}} · {{ email }} · {{phone_valencia}} – 12: contact@example.org, https://example.org/a, +34 000'
  for (const language of publishedLanguages) {
    const file = `texts/${language}/welfare.yml`
    const before = readFileSync(join(content.folder, file), 'utf8')
    content.write(file, before.replace(/^lead: .*/m, `lead: "${text}"`))
  }
  expect(findingsIn(content)).toEqual([])
})

test.each(['latin1', 'utf16le'] as const)('a file saved as %s is found', (encoding) => {
  using content = new SmallContent()
  content.write(hero, Buffer.from('title: Alcalá\n', encoding))
  expect(findingsIn(content)).toEqual([`${hero} encoding`])
})

test('missing and additional files are found, all at once', () => {
  using content = new SmallContent()
  content.remove('texts/fr/article.yml')
  content.write('texts/en/about.yml', 'title: About us\n')
  expect(findingsIn(content)).toEqual(['texts/en/about.yml file_extra', 'texts/fr/article.yml file_missing'])
  content.remove('organisation.yml')
  content.remove('texts/es')
  expect(findingsIn(content)).toEqual([
    'organisation.yml file_missing',
    'texts/es file_missing',
    'texts/es/flag.svg file_missing',
  ])
})

test('one wrong fact keeps the editor’s preview from nothing but this fact, and hides no other problem', () => {
  using content = new SmallContent()
  const before = readContent(content.folder, smallShape)
  for (const [file, from, to] of [
    [facts, /phone: .*/, 'phone: abc'],
    [hero, /Appelez-nous/, 'Appelez'],
    [article, /^lead: .*/m, 'lead: ""'],
  ] as const)
    content.write(file, readFileSync(join(content.folder, file), 'utf8').replace(from, to))
  const { organisation, texts, problems } = readContent(content.folder, smallShape, before)
  expect([organisation, texts.fr.hero]).toEqual([before.organisation, { title: `Appelez ${phone}` }])
  expect(problems.map(({ key, code }) => `${key} ${code}`)).toEqual(['offices[0].phone phone', 'lead empty'])
})

test.each([
  ['missing texts', /teaser: .*\nlead: .*/, 'lead: ""', ['teaser empty', 'lead empty']],
  ['a text that the code does not read', /$/, 'subtitle: X\n', ['subtitle extra']],
])('%s in every language: each is found once', (_what, from, to, gaps) => {
  using content = new SmallContent()
  const files = ['es', 'en', 'fr'].map((language) => `texts/${language}/welfare.yml`)
  for (const file of files) content.write(file, readFileSync(join(content.folder, file), 'utf8').replace(from, to))
  expect(findingsIn(content)).toEqual(files.flatMap((file) => gaps.map((gap) => `${file} ${gap}`)))
})
