/**
 * Text that the build has parsed from Markdown: plain data that React turns into elements, so that the browser never parses or
 * injects markup. An element is [tag, attributes, ...children].
 */
export type RichNode = string | RichElement
export type RichElement = [tag: string, attributes: Record<string, string | number> | null, ...children: RichNode[]]
export type RichText = RichNode[]
