import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeLanguages, contentFolder, readContent } from './content.ts'
import { ContentError, describeProblems, type Problem } from './problem.ts'

const nowhere = { address: '', width: 0, height: 0 }
const assets = { locatorOf: () => '', pictureOf: () => nowhere, partnersMapOf: () => nowhere }

function problemsOf(folder?: string): Problem[] {
  const content = readContent(folder)
  const { problems } = composeLanguages(content, assets, { origin: 'http://127.0.0.1', retentionDays: 365 })
  return [...content.problems, ...problems]
}

/** What an editor is told after changing some passages of the site's own content. */
function toldAfter(mistakes: Mistake[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  try {
    cpSync(contentFolder, folder, { recursive: true })
    for (const [, file, from, to] of mistakes) {
      const written = readFileSync(join(folder, file), 'utf8')
      const changed = written.replace(from, to)
      expect(changed, `${from} is not in ${file}`).not.toBe(written)
      writeFileSync(join(folder, file), changed)
    }
    return describeProblems(problemsOf(folder)).replace(/\n+/g, '\n')
  } catch (error) {
    if (error instanceof ContentError) return error.message.replace(/\n+/g, '\n')
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the site’s own content has nothing to mend', () => {
  expect(problemsOf()).toEqual([])
})

const welfare = 'texts/en/bienestar_animal.yml'
const facts = 'organisation.yml'
type Mistake = [what: string, file: string, from: string | RegExp, to: string, told: RegExp]

/** What keeps the pages from being made at all. */
const inReading: Mistake[] = [
  [
    'an excuse by a point that is not there',
    'claims.yml',
    'controllers_may_refuse]',
    'controllers_must_refuse]',
    /claims\.yml, line \d+: .*\n.*no point “controllers_must_refuse”/,
  ],
  [
    'an excuse without a reason',
    'claims.yml',
    / {4}reason: What the body says of itself\.\n/,
    '',
    /claims\.yml.*\n.*Write a reason/,
  ],
  [
    'a partner without a country',
    facts,
    '{ country: PL, ',
    '{ ',
    /line \d+: “country” in the \d+\w\w of “partners”\n.*missing/,
  ],
  ['a country in words', facts, 'country: PL', 'country: Poland', /the country’s two capital letters: ES, FR, PL/],
  [
    'a telephone number with letters',
    facts,
    '+34 000 000 000',
    '+34 call us',
    /“phone” in the 1st of “offices”\n.*\+34 000/,
  ],
  ['an e-mail address that is none', facts, 'contact@example.org', 'contact', /“email”\n.*Write an e-mail address/],
  [
    'a telephone number without its country',
    facts,
    /phone: .*/,
    'phone: 960 000 000',
    /“phone” in the 1st of “offices”\n.*\+34 000/,
  ],
  [
    'a coordinate left empty',
    facts,
    /longitude: !placeholder .*/,
    'longitude: ""',
    /“longitude” in the 1st of “offices”/,
  ],
  ['a map address that is none', facts, /embed: .*/, 'embed: openstreetmap', /“embed” in “map”/],
  ['a misspelt word in braces', facts, '{{west}}', '{{wset}}', /“embed” in “map”\n.*{{latitude}}.*{{west}}/],
  ['a map without encryption', facts, 'embed: https:', 'embed: http:', /“embed” in “map”\n.*beginning with https:/],
  ['an authority without encryption', facts, 'aepd: https:', 'aepd: http:', /“aepd” in “authorities”\n.*https:/],
  ['a time zone that is none', facts, /^time_zone: .*$/m, 'time_zone: Valencia', /“time_zone”/],
  ['a missing name', facts, /^name: .*$/m, '', /“name”\n.*missing/],
  ['a comma in a number', facts, '39.4699', '39,4699', /“latitude” in the 1st of “offices”\n.*with a point: 39\.4699/],
  ['a misspelt name of a fact', facts, 'postal_code: "33270"', 'postalcode: "33270"', /Did you mean “postal_code”\?/],
  [
    'a name with a comma',
    facts,
    'processor, name: !placeholder ""',
    'processor, name: Carnes, S.A.',
    /holds a comma, put that/,
  ],
  [
    'a colon',
    'texts/en/contact.yml',
    /^title: .*/m,
    'title: Contact: us',
    /contact\.yml, line \d+\n.*Write: title: "Contact: us"/,
  ],
  ['an article in capitals', 'articles.yml', /$/, '- Slaughter Day\n', /articles\.yml.*\n.*in small letters/],
  [
    'an article called as a page',
    'articles.yml',
    /$/,
    '- contact\n',
    /line \d+: the 4th of the list\n.*another page of the site/,
  ],
  ['an article twice', 'articles.yml', /$/, '- halal_adoracion\n', /articles\.yml.*\n.*stands here twice/],
  ['no flag', 'texts/en/flag.svg', /[\s\S]*/, '', /texts\/en\/flag\.svg\n.*drawing is missing/],
]

/** Tested alone: each makes the check stop before it finds anything else. */
const alone: Mistake[] = [
  [
    'an article that has no file',
    'articles.yml',
    /$/,
    '- no_such_article\n',
    /no_such_article\.yml\n.*articles\.yml names the article/,
  ],
  [
    'a day with its year last',
    'launch.yml',
    /^ {4}date:/m,
    '    date: 12-03-2026',
    /“date” in the 1st.*\n.*year, month and day: 2026-03-12/,
  ],
  ['a misspelt language', 'launch.yml', /^ {6}fr: /m, '      fe: ', /“what” in the 1st.*\n.*Did you mean “fr”\?/],
]

const inChecking: Mistake[] = [
  [
    'a missing text',
    'texts/fr/contact.yml',
    /^title: .*\n/m,
    '',
    /contact\.yml: “title”\n.*missing.*“Contacto”.*French/,
  ],
  ['a misspelt source', welfare, '[^m1955]', '[^m1995]', /line \d+: “body”\n.*\[\^m1995\].*Did you mean “m1955”\?/],
  ['a source not used', welfare, /\[\^q6-38\]/g, '', /line \d+: “q6-38” in “sources”\n.*Write \[\^q6-38\] where/],
  [
    'a claim whose source was removed',
    'texts/en/presentation.yml',
    '[^q2-283]',
    '',
    /line \d+: “body” in “conclusion”\n.*“Qur’an”.*names no source.*presentation\.yml#conclusion\.body, paragraphs: \[1\]/,
  ],
  [
    'an excuse that nothing needs',
    'claims.yml',
    'mission.yml#body',
    'mission.yml#bodies',
    /mission\.yml.*“body”\n.*names no source[\s\S]*claims\.yml, line \d+.*\n.*Nothing in mission\.yml#bodies needs this/,
  ],
  [
    'a review of a page that is not there',
    facts,
    'pages: [accessibility]',
    'pages: [accesibility]',
    /organisation\.yml, line \d+: .*\n.*Did you mean “accessibility”\?/,
  ],
  ['a page in two reviews', facts, 'pages: [accessibility]', 'pages: [privacy]', /“privacy” stands in two reviews/],
  [
    'a misspelt picture',
    welfare,
    /^ {2}!\[\]\(picture:rest/m,
    '  ![](picture:rset',
    /line 28: .*\n.*Did you mean “rest”\?/,
  ],
  [
    'an unknown page',
    'texts/en/certification.yml',
    'page:bienestar_animal',
    'page:welfare',
    /What there is: “home”, “pres/,
  ],
  ['a role that nobody has', facts, 'cutting_plant', 'cuting_plant', /“roles” of .*Did you mean “cutting_plant”\?/],
  [
    'a slug that is taken',
    'texts/en/contact.yml',
    /slug: .*/,
    'slug: Presentation',
    /line \d+: “slug” in “head”\n.*Choose another/,
  ],
  ['a slug with spaces', 'texts/en/contact.yml', /slug: .*/, 'slug: write to us', /joined by hyphens: animal-welfare/],
  [
    'a title that search engines would cut',
    'texts/fr/contact.yml',
    /^ {2}title: .*$/m,
    `  title: Contact${' et plus encore'.repeat(5)}`,
    /contact\.yml, line \d+: “title” in “head”\n.*has \d+ characters\. Write 10 to 65/,
  ],
  [
    'a description that says nothing',
    'texts/en/errors.yml',
    /^( {4}description:) [^\n]*(\n {6}.*)*/m,
    '$1 Not here.',
    /errors\.yml, line \d+: “description” in “head” in “not_found”\n.*Write 50 to 170/,
  ],
  [
    'a title that two pages have',
    'texts/en/halal_adoracion.yml',
    /^ {2}title: .*/m,
    '  title: Animal welfare in Islam',
    /“title” in “head”\n.*bienestar_animal\.yml has the same title/,
  ],
  [
    'an article of a few words',
    welfare,
    /^body: \|[\s\S]*?\n(?=\w)/m,
    'body: |\n  > Excellence.[^m1955]\n\n  Excellence.[^m1955]\n',
    /“body”\n.*has \d+ words\. Write 700 to 1000/,
  ],
  [
    'words set large that nobody said',
    welfare,
    /^body: \|\n/m,
    'body: |\n  > Vegetables. [^m1955]\n\n',
    /line \d+: .*\n.*“vegetables”, which the/,
  ],
  [
    'two headings alike',
    welfare,
    /^ {2}## .*$/gm,
    '  ## Before',
    /bienestar_animal\.yml\n.*Two headings of this page say “Before”/,
  ],
  [
    'a link that is heard otherwise',
    'texts/en/article.yml',
    /^read_more_about: .*/m,
    'read_more_about: "{{title}}"',
    /“read_more_about”\n.*Begin with the same words/,
  ],
  [
    'a service too many',
    'texts/es/services.yml',
    /^items:\n/m,
    'items:\n  - title: Más\n    text: Más.\n',
    /services\.yml, line \d+: “items”\n.*5 services\. Write 4/,
  ],
  [
    'an answer below the fold',
    'texts/fr/check_label.yml',
    /^answer: .*/m,
    `answer: Envoyez-nous ${'une photo, puis '.repeat(8)}attendez`,
    /check_label\.yml, line \d+: “answer”\n.*has \d+ characters\. Write 100 at most/,
  ],
  [
    'a step that the specimen does not number',
    'texts/en/check_label.yml',
    /^ {4}- title: The oval\n.*\n.*\n/m,
    '',
    /check_label\.yml, line \d+: “steps” in “shop”\n.*4 steps\. Write 5/,
  ],
  [
    'documents for more than a page',
    'texts/es/get_certified.yml',
    /^ {8}- Plan de limpieza.*\n/m,
    '        - Un plano más\n'.repeat(9),
    /get_certified\.yml, line \d+: “groups” in “documents”\n.*Write 24 at most/,
  ],
  [
    'too long an answer on the home page',
    'texts/en/help.yml',
    /^(get_certified:\n(?: {2}.*\n)*? {2}text:).*/m,
    `$1 It takes ${'a step and '.repeat(20)}another.`,
    /help\.yml, line \d+: “text” in “get_certified”\n.*Write 160 at most/,
  ],
  ['an empty text', 'texts/es/hero.yml', /^title: .*/m, 'title:', /This text is empty/],
]

/** Reading all content takes a while: many mistakes are made at once, but one in a file, so that none hides another. */
function inRounds(mistakes: Mistake[]): Mistake[][] {
  const rounds: Mistake[][] = []
  for (const mistake of mistakes) {
    const round = rounds.find((round) => round.every(([, file]) => file !== mistake[1]))
    if (round) round.push(mistake)
    else rounds.push([mistake])
  }
  return rounds
}

describe('an editor’s mistakes are told in plain words, with file and remedy, whatever else is wrong elsewhere:', () => {
  const nameOf = (round: Mistake[]) => round.map(([what]) => what).join(', ')
  const jargon =
    /\b(yaml|schema|undefined|null|parse\w*|string|object|invalid|expected|mapping|scalar|error|at \w+\.)\b/i

  test.each(inRounds(inReading).map((round) => [nameOf(round), round] as const))('%s', (_name, round) => {
    const message = toldAfter(round)
    for (const [what, , , , told] of round) expect(message, what).toMatch(told)
    // Each mistake is told once, although several pages are made of the same files.
    expect(message).toContain(`The content has ${round.length} thing`)
    expect(message).not.toMatch(jargon)
  })

  test.each(
    [...inRounds(inChecking), ...alone.map((mistake) => [mistake])].map((round) => [nameOf(round), round] as const),
  )('%s', (_name, round) => {
    const message = toldAfter(round)
    for (const [what, , , , told] of round) expect(message, what).toMatch(told)
    expect(message).not.toMatch(jargon)
  })
})

test('files that are missing are told by name, all at once', () => {
  const names = ['organisation.yml', 'texts/es/', 'articles.yml', 'claims.yml']
  expect(() => readContent('nowhere')).toThrow(new RegExp(names.map((name) => `content/${name}`).join('[^]*')))
})
