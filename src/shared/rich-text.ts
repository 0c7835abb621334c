/**
 * Text that the build has parsed from Markdown: plain data that React turns into elements, so that the browser never parses or
 * injects markup. An element is [tag, attributes, ...children].
 */
export type RichNode = string | RichElement
export type RichElement = [tag: string, attributes: Record<string, string | number> | null, ...children: RichNode[]]
export type RichText = RichNode[]

/** The words of a text without its markup and the numbers of citations. Nothing is between two paragraphs. */
export function plainWords(text: RichText): string {
  const within = ([tag, , ...children]: RichElement) => (tag === 'sup' ? '' : plainWords(children))
  return text.map((node) => (typeof node === 'string' ? node : within(node))).join('')
}
