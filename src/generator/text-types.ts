import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Content } from '../content/read/content.ts'
import { buildOnlyKeys } from '../content/read/texts.ts'
import { isBranch, type TextTree } from '../content/text-tree.ts'
import { initialLanguage } from '../shared/languages.ts'
import { articlesIn } from '../shared/pages.ts'

const output = new URL('../shared/texts.generated.ts', import.meta.url)

/** Writes the TypeScript type of the texts, so that a component that uses a missing text does not compile. */
export function writeTextTypes({ texts, pages }: Pick<Content, 'texts' | 'pages'>): void {
  const reference = texts[initialLanguage]
  const articles = new Set<string>(articlesIn(pages))
  const sections = Object.entries(reference).filter(([section]) => !articles.has(section))
  const members = sections.map(([section, tree]) => `  ${section}: ${typeOf(tree, section, 1)}\n`)
  const types = `// Written by the build from the texts in content/texts/es. Not committed; change the texts instead.\nimport type { RichText } from './rich-text.ts'\n\n/** The articles of content/articles.yml. */\nexport type ArticleKey = ${[...articles].map((key) => `'${key}'`).join(' | ')}\n\nexport type Texts = {\n${members.join('')}}\n`
  // Live editing watches this file: writing the same content would count as a change.
  if (!existsSync(output) || readFileSync(output, 'utf8') !== types) writeFileSync(output, types)
}

function typeOf(tree: TextTree, key: string, depth: number): string {
  if (Array.isArray(tree)) return `${typeOf(tree[0] ?? '', key, depth)}[]`
  if (!isBranch(tree)) return key === 'body' ? 'RichText' : 'string'
  const indent = '  '.repeat(depth)
  const members = Object.entries(tree)
    .filter(([name]) => !buildOnlyKeys.includes(name))
    .map(([name, value]) => `${indent}  ${name}: ${typeOf(value, name, depth + 1)}\n`)
  return `{\n${members.join('')}${indent}}`
}
