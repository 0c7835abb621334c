import { expect, test } from 'vitest'
import type { RichElement } from '../../shared/rich-text.ts'
import { type RichTextContext, readPlainText, readRichText } from './rich-text.ts'

const figure: RichElement = ['figure', null, ['img', { src: '/rest.svg', alt: 'Sheep at rest' }]]

/** A context whose reports can be read afterwards. */
function contextFor(changes: Partial<RichTextContext> = {}): RichTextContext & { reports: string[] } {
  const reports: string[] = []
  return {
    pages: { contact: '/en/contact' },
    authorities: { cnil: 'https://www.cnil.fr/' },
    sources: { 'q6-38': 'Qur’an 6:38', m1955: 'Muslim 1955' },
    reference: 'Source {{number}}',
    figureOf: (picture) => (picture === 'rest' ? figure : undefined),
    calls: new Map(),
    headingIds: new Set(),
    untranslated: {
      'Mizan Halal': '',
      'contact@example.org': 'mailto:contact@example.org',
      '+34 000 000 000': 'tel:+34000000000',
    },
    report: (code, values = {}) => reports.push([code, ...Object.values(values)].join(' ')),
    reports,
    ...changes,
  }
}

test('Markdown becomes paragraphs, headings with a fragment, lists and strong words', () => {
  const context = contextFor()
  expect(readRichText('## One at a time\n\nA **calm** animal.\n\n- first\n- second\n\n2. then', context)).toEqual([
    ['h2', { id: 'h-one-at-a-time' }, 'One at a time'],
    ['p', null, 'A ', ['strong', null, 'calm'], ' animal.'],
    ['ul', null, ['li', null, 'first'], ['li', null, 'second']],
    ['ol', { start: 2 }, ['li', null, 'then']],
  ])
  expect(context.reports).toEqual([])
})

test.each<[what: string, markdown: string, becomes: RichElement]>([
  ['emphasis gives transliterated Arabic its language', '*ihsan*', ['i', { lang: 'ar-Latn' }, 'ihsan']],
  [
    'a link to an authority sends no referrer',
    '[CNIL](authority:cnil)',
    ['a', { href: 'https://www.cnil.fr/', rel: 'external noreferrer' }, 'CNIL'],
  ],
  ['a link names a part of a page', '[write](page:contact#write)', ['a', { href: '/en/contact#write' }, 'write']],
])('%s', (_what, markdown, becomes) => {
  expect(readRichText(markdown, contextFor())).toEqual([['p', null, becomes]])
})

test('a picture alone in its paragraph becomes its figure', () => {
  expect(readRichText('![](picture:rest)', contextFor())).toEqual([figure])
})

test.each<[markdown: string, found: string]>([
  ['[write](page:kontakt)', 'page_unknown kontakt'],
  ['[write](page:toString)', 'page_unknown toString'],
  ['[ask](authority:fbi)', 'unknown fbi'],
  ['[there](https://example.org)', 'link'],
  ['![](picture:knife)', 'picture_unknown knife'],
  ['Said so.[^q5-3]', 'source_unknown q5-3'],
  ['# Too large', 'heading'],
  ['> Words without a source', 'sign'],
  ['Words `code` words', 'sign'],
  ['Words ![](picture:rest) words', 'sign'],
  ['<script>alert(1)</script>', 'sign'],
  ['**Open bold', 'sign_open **'],
  ['[Open](page:contact', 'sign_open ]('],
  ['An open citation [^q6-38', 'sign_open [^'],
])('%s is reported', (markdown, found) => {
  const context = contextFor()
  readRichText(markdown, context)
  expect(context.reports).toEqual([found])
})

test('Arabic script is marked as such; addresses and numbers become links, and they and names are not translated', () => {
  const text = 'Write to Mizan Halal, contact@example.org, or call +34 000 000 000: حلال'
  expect(readPlainText(text, contextFor())).toEqual([
    'Write to ',
    ['span', { translate: 'no' }, 'Mizan Halal'],
    ', ',
    ['a', { href: 'mailto:contact@example.org', dir: 'ltr', translate: 'no' }, 'contact@example.org'],
    ', or call ',
    ['a', { href: 'tel:+34000000000', dir: 'ltr', translate: 'no' }, '+34 000 000 000'],
    ': ',
    ['span', { lang: 'ar', dir: 'rtl' }, 'حلال'],
  ])
})

test('a heading has an id of its words, and two with the same words different ones', () => {
  const text = '## « Avant » : l’eau, también\n\n## أمم أمثالكم\n\n## Before\n\n## Before'
  const headings = readRichText(text, contextFor()) as RichElement[]
  const ids = headings.map(([, attributes]) => attributes?.id)
  expect(ids).toEqual(['h-avant-l-eau-tambien', 'h-امم-امثالكم', 'h-before', 'h-before-2'])
})
