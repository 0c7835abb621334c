import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { RichElement, RichNode, RichText } from '../shared/rich-text.ts'

/** What a text may point at, and the words that a screen reader needs around it. */
export type RichTextContext = {
  /** The address of a page key, or undefined when there is no such page. */
  addressOf(page: string): string | undefined
  /** Where an authority is found on the web, or undefined when the organisation's facts name none such. */
  authorityOf(id: string): string | undefined
  /** The figure of a picture key, or undefined when there is no such picture. */
  pictureOf?(picture: string): RichElement | undefined
  /** Numbers the sources in the order of their first citation; absent where a text may not cite. */
  citations?: Citations
  /** The words of a source, as a pull quote names it. */
  sourceOf?(id: string): string | undefined
  /** "Source {{number}}", as the accessible name of a citation. */
  nameOfCitation?(number: number): string
  /** How a screen reader says ﷺ. */
  blessing: string
  /** Words that become links wherever they stand: e-mail address and telephone numbers. */
  contacts: Record<string, string>
  report(message: string): void
}

export class Citations {
  readonly #known: ReadonlySet<string>
  readonly #order: string[] = []
  readonly #calls = new Map<string, number>()

  constructor(known: Iterable<string>) {
    this.#known = new Set(known)
  }

  /** Cites a source once more: its number, and how many times it has been cited so far. */
  cite(id: string): { number: number; call: number } | undefined {
    if (!this.#known.has(id)) return undefined
    if (!this.#order.includes(id)) this.#order.push(id)
    const call = (this.#calls.get(id) ?? 0) + 1
    this.#calls.set(id, call)
    return { number: this.#order.indexOf(id) + 1, call }
  }

  /** The cited sources, first cited first. */
  get cited(): readonly string[] {
    return this.#order
  }
}

/**
 * Reads the Markdown of a `body` text: paragraphs, `## headings`, lists, `**strong**`, `*transliterated Arabic*`,
 * pull quotes, links `[words](page:key)` and `[words](authority:id)`, pictures `![](picture:key)` and citations `[^id]`. Anything else is reported.
 */
export function readRichText(markdown: string, context: RichTextContext): RichText {
  return fromMarkdown(markdown).children.flatMap((node) => readNode(node, context))
}

/** Reads a line of plain text: contacts become links, Arabic script and ﷺ are marked for screen readers. */
export function readPlainText(text: string, context: RichTextContext): RichText {
  const contacts = Object.keys(context.contacts).map((word) => RegExp.escape(word))
  const special = new RegExp(
    ['\\[\\^([a-z0-9-]+)\\]', 'ﷺ', '[\\u0600-\\u06FF][\\u0600-\\u06FF ]*', ...contacts].join('|'),
    'g',
  )
  const nodes: RichText = []
  let end = 0
  for (const match of text.matchAll(special)) {
    if (match.index > end) nodes.push(text.slice(end, match.index))
    nodes.push(readSpecial(match[0], match[1], context))
    end = match.index + match[0].length
  }
  if (end < text.length) nodes.push(text.slice(end))
  return nodes
}

function readSpecial(text: string, sourceId: string | undefined, context: RichTextContext): RichNode {
  if (sourceId !== undefined) return citation(sourceId, context)
  if (text === 'ﷺ') return ['span', { lang: 'ar', dir: 'rtl', role: 'img', 'aria-label': context.blessing }, text]
  const contact = context.contacts[text]
  return contact ? ['a', { href: contact }, text] : ['span', { lang: 'ar', dir: 'rtl' }, text]
}

function citation(id: string, context: RichTextContext): RichNode {
  const cited = context.citations?.cite(id)
  if (!cited) {
    context.report(`cites [^${id}], which is not among the sources of this file`)
    return ''
  }
  const { number, call } = cited
  const name = context.nameOfCitation?.(number) ?? String(number)
  const callId = call === 1 ? `call-${id}` : `call-${id}-${call}`
  return ['sup', null, ['a', { id: callId, href: `#source-${id}`, 'aria-label': name }, String(number)]]
}

function readNode(node: RootContent | PhrasingContent, context: RichTextContext): RichText {
  switch (node.type) {
    case 'text':
      return readPlainText(node.value, context)
    case 'emphasis':
      return [['i', { lang: 'ar-Latn' }, ...readChildren(node.children, context)]]
    case 'heading': {
      if (node.depth !== 2) context.report('uses a heading other than "## "')
      const words = readChildren(node.children, context)
      return [['h2', { id: fragmentOf(plainWords(words)) }, ...words]]
    }
    case 'list':
      return [[node.ordered ? 'ol' : 'ul', null, ...readChildren(node.children, context)]]
    case 'listItem':
      // A tight list item holds one paragraph; its words stand in the item itself.
      return [
        [
          'li',
          null,
          ...node.children.flatMap((child) =>
            child.type === 'paragraph' ? readChildren(child.children, context) : readNode(child, context),
          ),
        ],
      ]
    case 'link':
      return [['a', readTarget(node.url, context), ...readChildren(node.children, context)]]
    case 'paragraph': {
      const [only, ...others] = node.children
      if (only?.type === 'image' && others.length === 0) return [picture(only.url, context)]
      return [['p', null, ...readChildren(node.children, context)]]
    }
    case 'strong':
      return [['strong', null, ...readChildren(node.children, context)]]
    case 'blockquote':
      return [pullQuote(node.children, context)]
    default:
      context.report(`uses Markdown that the site does not draw (${node.type})`)
      return []
  }
}

/**
 * Words of the text, set large, with their source: `> words [^id]`. They stand in the text already, so a screen reader
 * passes over the repetition; it is no citation either, and takes no number.
 */
function pullQuote(children: RootContent[], context: RichTextContext): RichElement {
  const [paragraph] = children
  const line =
    paragraph?.type === 'paragraph' ? paragraph.children.map((node) => ('value' in node ? node.value : '')) : []
  const [, words = '', id = ''] = /^([^[]+)\[\^([a-z0-9-]+)\]$/.exec(line.join('').trim()) ?? []
  const source = context.sourceOf?.(id)
  if (children.length !== 1 || !source)
    context.report('has a pull quote that is not one line with its source: > words [^id]')
  return ['blockquote', { 'aria-hidden': 'true' }, ['p', null, words.trim()], ['cite', null, source ?? '']]
}

function readChildren(children: (RootContent | PhrasingContent)[], context: RichTextContext): RichText {
  return children.flatMap((child) => readNode(child, context))
}

/** The attributes of a link. What leads to an authority tells it nothing of the visitor. */
function readTarget(url: string, context: RichTextContext): Record<string, string> {
  const [, kind, name = ''] = /^(page|authority):(.*)$/.exec(url) ?? []
  if (kind === 'authority') {
    const address = context.authorityOf(name)
    if (!address) context.report(`links to ${url}, which is not among the authorities of content/organisation.yml`)
    return { href: address ?? '#', rel: 'external noreferrer' }
  }
  if (kind !== 'page') context.report(`links to ${url}; a link names a page: [words](page:contact)`)
  const address = kind && context.addressOf(name)
  if (kind && !address) context.report(`links to ${url}, which is not in the page table`)
  return { href: address || '#' }
}

function picture(url: string, context: RichTextContext): RichNode {
  const figure = url.startsWith('picture:') ? context.pictureOf?.(url.slice('picture:'.length)) : undefined
  if (!figure) context.report(`shows ${url}, which is not among the pictures of this file`)
  return figure ?? ''
}

/** The words of a text without its markup and citations, as its reader would count them. */
export function plainWords(text: RichText): string {
  return text.map(wordsOf).join('')
}

function wordsOf(node: RichNode): string {
  if (typeof node === 'string') return node
  const [tag, , ...children] = node
  // Neither the number of a note nor what a pull quote says again is read twice.
  if (tag === 'sup' || tag === 'blockquote') return ''
  const words = plainWords(children)
  return ['p', 'h2', 'li', 'figure'].includes(tag) ? `${words}\n` : words
}

/** An address fragment made of a heading's words: "Una por una" becomes "una-por-una". */
export function fragmentOf(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
