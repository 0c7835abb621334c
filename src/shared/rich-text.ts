/**
 * Running text after the build has read its Markdown: plain data that React turns into elements, so that no markup is
 * ever parsed or injected in the browser. An element is [tag, attributes, ...children].
 */
export type RichNode = string | RichElement
export type RichElement = [tag: string, attributes: Record<string, string | number> | null, ...children: RichNode[]]
export type RichText = RichNode[]
