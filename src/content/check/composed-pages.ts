import { scriptOf } from '../../shared/languages.ts'
import { headingOf, type PageData } from '../../shared/page-data.ts'
import type { PageKey, PageKind } from '../../shared/pages.ts'
import type { RichNode, RichText } from '../../shared/rich-text.ts'
import type { LanguageSite } from '../compose/compose-language.ts'
import { plainWords } from '../compose/rich-text.ts'
import type { Problem } from '../problem.ts'
import { headSection } from '../read/addresses.ts'
import { textFile } from '../read/texts.ts'
import { checkAnsweringPages } from './answering-pages.ts'

/** In characters: what search engines show without cutting, and no less than tells a page from another. */
export const headLimits = { title: [10, 65], description: [50, 170] } as const

/** In words; a language in another script counts its words otherwise. Sources, notes and the words of controls are left out. */
const wordLimits: Partial<Record<PageKind, readonly [least: number, most: number]>> = {
  home: [250, 500],
  presentation: [500, 800],
  certification: [500, 800],
  'check-label': [350, 650],
  'get-certified': [350, 700],
  article: [700, 1000],
}

const serviceCount = 4

/** Parts of a page's data that are no running text of its own. */
const notCounted = [
  'references',
  'others',
  'contents',
  'chain',
  'addresses',
  'readMore',
  'action',
  'more',
  'alt',
  'partnersList',
]

/** The rules for whoever writes a page, which show only in the page as a whole. */
export function checkComposedPages({ pages, notFound }: LanguageSite): Problem[] {
  const all = [...pages, notFound]
  return all.flatMap((page) => [
    ...checkHead(page, all),
    ...checkLength(page),
    ...checkHome(page),
    ...checkAnsweringPages(page),
    ...checkHeadings(page),
    ...checkQuotes(page),
  ])
}

const fileOf = ({ page, language }: PageData) =>
  textFile(language, page === 'not-found' ? 'errors' : headSection(page as PageKey))

function checkHead(page: PageData, all: PageData[]): Problem[] {
  const before = all.slice(0, all.indexOf(page))
  return (['title', 'description'] as const).flatMap((name): Problem[] => {
    const place = { file: fileOf(page), key: page.page === 'not-found' ? `not_found.head.${name}` : `head.${name}` }
    const text = page.head[name]
    const [least, most] = headLimits[name]
    const twin = before.find(({ head }) => head[name] === text)
    return [
      ...(text.length < least || text.length > most
        ? [
            {
              ...place,
              message: `This ${name} has ${text.length} characters. Write ${least} to ${most}.`,
              code: 'length' as const,
              values: { count: text.length, least, most },
            },
          ]
        : []),
      ...(twin
        ? [{ ...place, message: `${fileOf(twin)} has the same ${name}. Write another one.`, code: 'twin' as const }]
        : []),
    ]
  })
}

function checkLength(page: PageData): Problem[] {
  const limits = wordLimits[page.kind]
  if (!limits || scriptOf(page.language) !== 'Latn') return []
  const [least, most] = limits
  const count = countWords(page.content)
  if (count >= least && count <= most) return []
  const key = page.kind === 'article' ? 'body' : ''
  const message = `The page “${headingOf(page)}” has ${count} words. Write ${least} to ${most}.`
  return [{ file: fileOf(page), key, message, code: 'words', values: { count, least, most } }]
}

function countWords(data: unknown, key = ''): number {
  if (notCounted.includes(key)) return 0
  if (key === 'body') return countWords(plainWords(data as RichText))
  if (typeof data === 'string')
    return data.startsWith('/') ? 0 : data.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length
  if (Array.isArray(data)) return data.reduce((sum: number, each) => sum + countWords(each), 0)
  if (typeof data !== 'object' || data === null) return 0
  return Object.entries(data).reduce((sum, [name, value]) => sum + countWords(value, name), 0)
}

function checkHome(page: PageData): Problem[] {
  if (page.kind !== 'home') return []
  const { services, articles } = page.content
  const { length } = services.items
  const spoken = articles.find(({ readMore }) => !readMore.about.startsWith(readMore.text))
  return [
    ...(length === serviceCount
      ? []
      : [
          {
            file: textFile(page.language, 'services'),
            key: 'items',
            message: `There are ${length} services. Write ${serviceCount}: they are one row on a wide screen.`,
            code: 'count' as const,
            values: { count: length, wanted: serviceCount },
          },
        ]),
    ...(spoken
      ? [
          {
            file: textFile(page.language, 'article'),
            key: 'read_more_about',
            message: `This is what a screen reader says of the link “${spoken.readMore.text}”. Begin with the same words.`,
          },
        ]
      : []),
  ]
}

/** A link leads to a heading by its words, so no two on a page are the same. */
function checkHeadings(page: PageData): Problem[] {
  const headings = headingsIn(page.content)
  const twice = headings.find((words, index) => headings.indexOf(words) !== index)
  const message = `Two headings of this page say “${twice}”. Give each words of its own.`
  return twice ? [{ file: fileOf(page), key: '', message, code: 'headings' }] : []
}

function headingsIn(data: unknown, key = ''): string[] {
  if (key === 'body')
    return (data as RichText).filter((node) => tagOf(node) === 'h2').map((heading) => plainWords([heading]).trim())
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => headingsIn(value, name))
}

/** A pull quote says nothing that its article does not: it is set large, and not read aloud. */
function checkQuotes(page: PageData): Problem[] {
  if (page.kind !== 'article') return []
  const place = { file: fileOf(page), key: 'body' }
  const quotes = page.content.body.filter((node) => tagOf(node) === 'blockquote')
  const said = new Set(wordsOf(plainWords(page.content.body)))
  return quotes.flatMap((quote): Problem[] => {
    const words = quotedWords(quote)
    const unsaid = wordsOf(words).find((word) => !said.has(word))
    const message = `These words set large say “${unsaid}”, which the text does not. Repeat words of the text.`
    return unsaid ? [{ ...place, near: words.slice(0, 20), message, code: 'quote' }] : []
  })
}

const tagOf = (node: RichNode) => (typeof node === 'string' ? undefined : node[0])
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []

/** The words of a pull quote without its source. */
function quotedWords([, , paragraph]: Exclude<RichNode, string> | string): string {
  return paragraph ? plainWords([paragraph as RichNode]) : ''
}
