import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { hyphenated } from '../../shared/fold.ts'
import { headingPrefix, type RichElement, type RichNode, type RichText } from '../../shared/rich-text.ts'
import type { Told } from '../problem.ts'

/** What a text may name. */
export type Named = 'page' | 'authority' | 'picture' | 'source'

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
  /** Whether the text itself is in Arabic script, so that such words need no mark. */
  isArabic?: boolean
  /** Words that become links wherever they stand: e-mail address and telephone numbers. */
  contacts: Record<string, string>
  /** What a name that is not there may have been meant to be. */
  suggest?(kind: Named, name: string): string
  /** `near` are words of the text from which the place is found. */
  report(message: string, told: Told & { near?: string | undefined }): void
}

export class Citations {
  readonly #known: ReadonlySet<string>
  /** How often each source was cited, first cited first. */
  readonly #calls = new Map<string, number>()

  constructor(known: Iterable<string>) {
    this.#known = new Set(known)
  }

  /** Cites a source once more: its number, and how many times it has been cited so far. */
  cite(id: string): { number: number; call: number } | undefined {
    if (!this.#known.has(id)) return undefined
    const call = (this.#calls.get(id) ?? 0) + 1
    this.#calls.set(id, call)
    return { number: this.cited.indexOf(id) + 1, call }
  }

  /** The cited sources, first cited first. */
  get cited(): readonly string[] {
    return [...this.#calls.keys()]
  }
}

/**
 * Reads the Markdown of a `body` text: paragraphs, `## headings`, lists, `**strong**`, `*transliterated Arabic*`, pull quotes,
 * links `[words](page:key)`, `[words](page:key#fragment)` and `[words](authority:id)`, pictures `![](picture:key)` and
 * citations `[^id]`. Anything else is reported.
 * @param tagBlock tags each paragraph, heading or list with its line, for the editor's preview
 */
export function readRichText(
  markdown: string,
  context: RichTextContext,
  tagBlock: (block: RichText, line: number) => RichText = (block) => block,
): RichText {
  return fromMarkdown(markdown).children.flatMap((node) =>
    tagBlock(readNode(node, context), node.position?.start.line ?? 1),
  )
}

/** Reads a line of plain text: contacts become links, Arabic script is marked for screen readers. */
export function readPlainText(text: string, context: RichTextContext): RichText {
  const contacts = Object.keys(context.contacts).map((word) => RegExp.escape(word))
  const ofAnotherScript = context.isArabic ? [fileNumbers] : ['[\\u0600-\\u06FF][\\u0600-\\u06FF ]*']
  const special = new RegExp(['\\[\\^([a-z0-9-]+)\\]', ...contacts, ...ofAnotherScript].join('|'), 'g')
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

/** File numbers such as 2012-SA-0239: among Arabic, their first figures would go to the other end. */
const fileNumbers = '\\d+-(?=[\\w-]*[A-Z])[\\w-]*\\w'

function readSpecial(text: string, sourceId: string | undefined, context: RichTextContext): RichNode {
  if (sourceId !== undefined) return citation(sourceId, context)
  const contact = context.contacts[text]
  if (!contact && context.isArabic) return ['bdi', { dir: 'ltr' }, text]
  // Written from right to left, a telephone number would end with its plus sign.
  return contact ? ['a', { href: contact, dir: 'ltr' }, text] : ['span', { lang: 'ar', dir: 'rtl' }, text]
}

function citation(id: string, context: RichTextContext): RichNode {
  const cited = context.citations?.cite(id)
  if (!cited) {
    reportUnknown(
      context,
      'source',
      id,
      `[^${id}]`,
      `names the source [^${id}], which is not under “sources” in this file.`,
    )
    return ''
  }
  const { number, call } = cited
  const name = context.nameOfCitation?.(number) ?? String(number)
  // A source may end in -2, but none holds a dot.
  const callId = call === 1 ? `call-${id}` : `call-${id}.${call}`
  return ['sup', null, ['a', { id: callId, href: `#source-${id}`, 'aria-label': name }, String(number)]]
}

function reportUnknown(context: RichTextContext, kind: Named, name: string, near: string, message: string): void {
  const told: Told = { code: codes[kind], values: { name } }
  context.report([message, context.suggest?.(kind, name)].filter(Boolean).join(' '), { ...told, near })
}

const codes = {
  page: 'page_unknown',
  authority: 'link',
  picture: 'picture_unknown',
  source: 'source_unknown',
} as const satisfies Record<Named, Told['code']>

/** Signs that mean something to Markdown, and nothing to this site. */
const unknownSigns: Record<string, string> = {
  break: 'has a line that ends with two spaces or with \\. Remove them; an empty line begins a new paragraph.',
  code: 'has a line that begins too far to the right, or with ```. Let it begin where the other lines begin.',
  definition: 'has a line that begins with [words]: as nothing on this site does. Put a word before it.',
  html: 'holds < and > as a web page does. Write the words without them.',
  image: 'has a picture among words. A picture stands on a line of its own, between two empty lines.',
  inlineCode: 'has words between ` and `. Use quotation marks.',
  thematicBreak: 'has a line of dashes or stars. Remove it.',
}

/** The words of a node as they stand in the text, as far as a line shows them. */
function nearOf(node: RootContent | PhrasingContent): string | undefined {
  return 'value' in node ? node.value.split('\n')[0] : 'url' in node ? node.url : undefined
}

function readNode(node: RootContent | PhrasingContent, context: RichTextContext): RichText {
  switch (node.type) {
    case 'text':
      return readPlainText(node.value, context)
    case 'emphasis':
      return [['i', { lang: 'ar-Latn' }, ...readChildren(node.children, context)]]
    case 'heading': {
      if (node.depth !== 2)
        context.report(`has a heading that does not begin with two signs: write “## ”.`, {
          code: 'heading',
          near: `${'#'.repeat(node.depth)} `,
        })
      const words = readChildren(node.children, context)
      return [['h2', { id: headingPrefix + hyphenated(plainWords(words)) }, ...words]]
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
      context.report(
        unknownSigns[node.type] ?? 'holds signs that the site cannot show. Write the words without them.',
        { code: 'sign', near: nearOf(node) },
      )
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
    context.report('has a line that begins with > but is not one line of words with its source: > words [^name]', {
      code: 'sign',
      near: '> ',
    })
  return [
    'blockquote',
    { 'aria-hidden': 'true' },
    ['p', { className: 'serif' }, words.trim()],
    ['cite', null, source ?? ''],
  ]
}

function readChildren(children: (RootContent | PhrasingContent)[], context: RichTextContext): RichText {
  return children.flatMap((child) => readNode(child, context))
}

/** The attributes of a link. What leads to an authority tells it nothing of the visitor. */
function readTarget(url: string, context: RichTextContext): Record<string, string> {
  const [, kind, name = '', fragment = ''] = /^(page|authority):([^#]*)(#.+)?$/.exec(url) ?? []
  if (kind === 'authority') {
    const address = context.authorityOf(name)
    if (!address)
      reportUnknown(
        context,
        kind,
        name,
        url,
        `has a link to ${url}, which is not under “authorities” in content/organisation.yml.`,
      )
    return { href: address ?? '#', rel: 'external noreferrer' }
  }
  if (kind !== 'page')
    context.report(
      `has a link to ${url}. A link names a page of the site, as [words](page:contact), or an authority, as [words](authority:cnil).`,
      { code: 'link', near: url },
    )
  const address = kind && context.addressOf(name)
  if (kind && !address) reportUnknown(context, 'page', name, url, `has a link to ${url}, but no page has that name.`)
  return { href: address ? address + fragment : '#' }
}

function picture(url: string, context: RichTextContext): RichNode {
  const figure = url.startsWith('picture:') ? context.pictureOf?.(url.slice('picture:'.length)) : undefined
  if (!figure)
    reportUnknown(
      context,
      'picture',
      url.replace(/^picture:/, ''),
      url,
      `shows ${url}, which is not under “pictures” in this file.`,
    )
  return figure ?? ''
}

/** The words of a text without its markup and citations, as its reader would count them. */
export function plainWords(text: RichText): string {
  return text.map(wordsOf).join('')
}

function wordsOf(node: RichNode): string {
  if (typeof node === 'string') return node
  const [tag, , ...children] = node
  // Left out: numbers of citations, and pull quotes, which repeat words of the text.
  if (tag === 'sup' || tag === 'blockquote') return ''
  const words = plainWords(children)
  return ['p', 'h2', 'li', 'figure'].includes(tag) ? `${words}\n` : words
}
