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
export function* checkComposedPages({ pages, notFound }: LanguageSite): Generator<Problem> {
  const all = [...pages, notFound]
  for (const page of all) {
    yield* checkHead(page, all)
    yield* checkLength(page)
    yield* checkHome(page)
    yield* checkAnsweringPages(page)
    yield* checkHeadings(page)
    yield* checkQuotes(page)
  }
}

const fileOf = ({ page, language }: PageData) =>
  textFile(language, page === 'not-found' ? 'errors' : headSection(page as PageKey))

function* checkHead(page: PageData, all: PageData[]): Generator<Problem> {
  const before = all.slice(0, all.indexOf(page))
  for (const name of ['title', 'description'] as const) {
    const place = { file: fileOf(page), key: page.page === 'not-found' ? `not_found.head.${name}` : `head.${name}` }
    const text = page.head[name]
    const { length: count } = text
    const [least, most] = headLimits[name]
    const message = `This ${name} has ${count} characters. Write ${least} to ${most}.`
    if (count < least || count > most) yield { ...place, message, code: 'length', values: { count, least, most } }
    const twin = before.find(({ head }) => head[name] === text)
    if (twin) yield { ...place, message: `${fileOf(twin)} has the same ${name}. Write another one.`, code: 'twin' }
  }
}

function* checkLength(page: PageData): Generator<Problem> {
  const limits = wordLimits[page.kind]
  if (!limits || scriptOf(page.language) !== 'Latn') return
  const [least, most] = limits
  const count = countWords(page.content)
  const place = { file: fileOf(page), key: page.kind === 'article' ? 'body' : '' }
  const message = `The page “${headingOf(page)}” has ${count} words. Write ${least} to ${most}.`
  if (count < least || count > most) yield { ...place, message, code: 'words', values: { count, least, most } }
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

function* checkHome(page: PageData): Generator<Problem> {
  if (page.kind !== 'home') return
  const { length: count } = page.content.services.items
  const few = `There are ${count} services. Write ${serviceCount}: they are one row on a wide screen.`
  const services = { file: textFile(page.language, 'services'), key: 'items' }
  if (count !== serviceCount)
    yield { ...services, message: few, code: 'count', values: { count, wanted: serviceCount } }
  const heard = page.content.articles.map(({ readMore }) => readMore).find(({ about, text }) => !about.startsWith(text))
  const message = `This is what a screen reader says of the link “${heard?.text}”. Begin with the same words.`
  if (heard) yield { file: textFile(page.language, 'article'), key: 'read_more_about', message }
}

/** A link leads to a heading by its words, so no two on a page are the same. */
function* checkHeadings(page: PageData): Generator<Problem> {
  const headings = headingsIn(page.content)
  const twice = headings.find((words, index) => headings.indexOf(words) !== index)
  const message = `Two headings of this page say “${twice}”. Give each words of its own.`
  if (twice) yield { file: fileOf(page), key: '', message, code: 'headings' }
}

function headingsIn(data: unknown, key = ''): string[] {
  if (key === 'body')
    return (data as RichText).filter((node) => tagOf(node) === 'h2').map((heading) => plainWords([heading]).trim())
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => headingsIn(value, name))
}

/** A pull quote says nothing that its article does not: it is set large, and not read aloud. */
function* checkQuotes(page: PageData): Generator<Problem> {
  if (page.kind !== 'article') return
  const said = new Set(wordsOf(plainWords(page.content.body)))
  for (const quote of page.content.body.filter((node) => tagOf(node) === 'blockquote')) {
    const words = quotedWords(quote)
    const unsaid = wordsOf(words).find((word) => !said.has(word))
    const message = `These words set large say “${unsaid}”, which the text does not. Repeat words of the text.`
    if (unsaid) yield { file: fileOf(page), key: 'body', near: words.slice(0, 20), message, code: 'quote' }
  }
}

const tagOf = (node: RichNode) => (typeof node === 'string' ? undefined : node[0])
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []

/** The words of a pull quote without its source. */
function quotedWords([, , paragraph]: Exclude<RichNode, string> | string): string {
  return paragraph ? plainWords([paragraph as RichNode]) : ''
}
