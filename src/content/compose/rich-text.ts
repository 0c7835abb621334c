import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { hyphenated } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { memoizeByText } from '../../shared/memoize.ts'
import type { Problem, ProblemCode } from '../../shared/problem.ts'
import { plainWords, type RichElement, type RichNode, type RichText } from '../../shared/rich-text.ts'

/** What the texts of a page may refer to, and what has been read so far. */
export type RichTextContext = {
  /** The address of each page, and of each authority on the web. */
  pages: Record<string, string>
  authorities: Record<string, string>
  /** The words of each source. */
  sources: Record<string, string>
  /** "Source {{number}}", as the accessible name of a citation. */
  reference: string
  /** Words that no browser translates: names, and with the address of a link, the e-mail address and telephone numbers. */
  untranslated: Record<string, string>
  figureOf(picture: string): RichElement | undefined
  /** How often each source was cited so far, first cited first. */
  calls: Map<string, number>
  headingIds: Set<string>
  report(code: ProblemCode, values?: Problem['values']): void
}

/**
 * Reads the Markdown of a `body` text: paragraphs, `## headings`, lists, `**strong**`, `*transliterated Arabic*`,
 * links `[words](page:key)`, `[words](page:key#fragment)` and `[words](authority:id)`, pictures `![](picture:key)` and
 * citations `[^id]`. Anything else is reported.
 */
export const readRichText = (markdown: string, context: RichTextContext): RichText =>
  parse(markdown).children.flatMap((node) => readNode(node, context))

const parse = memoizeByText(fromMarkdown, 500)

/** A citation, `[^id]`. */
const citation = /\[\^[a-z0-9-]+\]/g

/** Reads a line of plain text: contacts become links, names are marked, Arabic script is tagged for screen readers. */
export function readPlainText(text: string, context: RichTextContext): RichText {
  const untranslated = Object.keys(context.untranslated).map((word) => RegExp.escape(word))
  const special = [citation.source, ...untranslated, '[\\u0600-\\u06FF][\\u0600-\\u06FF ]*'].join('|')
  const parts = text.split(new RegExp(`(${special})`))
  return parts.map((part, index) => (index % 2 ? readSpecial(part, context) : part)).filter((part) => part !== '')
}

function readSpecial(text: string, context: RichTextContext): RichNode {
  if (text.startsWith('[^')) return readCitation(text.slice(2, -1), context)
  const href = context.untranslated[text]
  if (href === undefined) return ['span', { lang: 'ar', dir: 'rtl' }, text]
  // Written from right to left, a telephone number would end with its plus sign.
  return href ? ['a', { href, dir: 'ltr', translate: 'no' }, text] : ['span', { translate: 'no' }, text]
}

/** A citation is the number of its source, in the order of first citations. */
function readCitation(id: string, { sources, calls, reference, report }: RichTextContext): RichNode {
  if (!Object.hasOwn(sources, id)) {
    report('source_unknown', { name: id })
    return ''
  }
  const call = (calls.get(id) ?? 0) + 1
  calls.set(id, call)
  const number = [...calls.keys()].indexOf(id) + 1
  // A source's id may end in -2, but contains no dot.
  const callId = call === 1 ? `call-${id}` : `call-${id}.${call}`
  const name = interpolate(reference, { number })
  return ['sup', null, ['a', { id: callId, href: `#source-${id}`, 'aria-label': name }, String(number)]]
}

function readNode(node: RootContent | PhrasingContent, context: RichTextContext): RichText {
  const childrenOf = ({ children }: { children: (RootContent | PhrasingContent)[] }) =>
    children.flatMap((child) => readNode(child, context))
  switch (node.type) {
    case 'text': {
      const open = openMarkupIn(node.value.replaceAll(citation, ''))
      if (open) context.report('sign_open', { sign: open })
      return readPlainText(node.value, context)
    }
    case 'emphasis':
      return [['i', { lang: 'ar-Latn' }, ...childrenOf(node)]]
    case 'heading': {
      if (node.depth !== 2) context.report('heading')
      const words = childrenOf(node)
      return [['h2', { id: uniqueId(words, context) }, ...words]]
    }
    case 'list': {
      const { ordered, start } = node
      return [[ordered ? 'ol' : 'ul', ordered && start !== 1 ? { start: Number(start) } : null, ...childrenOf(node)]]
    }
    case 'listItem': {
      // A tight list item holds one paragraph; its words are in the item itself.
      const words = node.children.flatMap((each) =>
        each.type === 'paragraph' ? childrenOf(each) : readNode(each, context),
      )
      return [['li', null, ...words]]
    }
    case 'link':
      return [['a', readTarget(node.url, context), ...childrenOf(node)]]
    case 'paragraph': {
      const [only, ...others] = node.children
      if (only?.type === 'image' && others.length === 0) return [picture(only.url, context)]
      return [['p', null, ...childrenOf(node)]]
    }
    case 'strong':
      return [['strong', null, ...childrenOf(node)]]
    default:
      context.report('sign')
      return []
  }
}

/** The id of a heading: its words, so that links to it can be written, and -2 if another heading has the same. */
function uniqueId(words: RichText, { headingIds }: RichTextContext): string {
  // No component's id begins like this: no heading can take an id from the page.
  let id = `h-${hyphenated(plainWords(words))}`
  while (headingIds.has(id)) id += '-2'
  headingIds.add(id)
  return id
}

/** The attributes of a link. A link to an authority sends it no referrer. */
function readTarget(url: string, { pages, authorities, report }: RichTextContext): Record<string, string> {
  const [, kind, name = '', fragment = ''] = /^(page|authority):([^#]*)(#.+)?$/.exec(url) ?? []
  const known = kind === 'authority' ? authorities : pages
  const address = kind && Object.hasOwn(known, name) && known[name]
  if (!kind) report('link')
  else if (!address) report(kind === 'page' ? 'page_unknown' : 'unknown', { name })
  return { href: address ? address + fragment : '#', ...(kind === 'authority' && { rel: 'external noreferrer' }) }
}

function picture(url: string, context: RichTextContext): RichNode {
  const name = url.replace(/^picture:/, '')
  const figure = name === url ? undefined : context.figureOf(name)
  if (!figure) context.report('picture_unknown', { name })
  return figure ?? ''
}

/** The first markup that is left open, or that is used where there is no formatting. */
export const openMarkupIn = (text: string) => /\*\*|\]\(|\[\^/.exec(text)?.[0]
