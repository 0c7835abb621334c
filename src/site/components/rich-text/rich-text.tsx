import { createElement, Fragment, type ReactNode } from 'react'
import type { RichNode, RichText as RichTextNodes } from '../../../shared/rich-text.ts'

/** Renders running text that the build has parsed from Markdown. */
export function RichText({ text }: { text: RichTextNodes }): ReactNode {
  return createElement(Fragment, null, ...text.map(renderNode))
}

export function renderNode(node: RichNode): ReactNode {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  return createElement(tag, attributes, ...children.map(renderNode))
}
