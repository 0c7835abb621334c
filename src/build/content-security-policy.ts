import { createHash } from 'node:crypto'

type PagePolicy = {
  /** Each style that the page carries is named by its hash. */
  inlineStyles: string[]
  /** Who may be framed besides the site: the maps service. */
  mapOrigin: string
  /** Without scripts, as the answer to a plain form is. */
  scripts?: "'self'" | "'none'"
  /** Who may frame it. */
  ancestors?: Ancestors
}

type Ancestors = "'self'" | "'none'"

/** The policy of a page: nothing but the site itself and, in a frame, the maps service. */
export function pagePolicy({ inlineStyles, mapOrigin, scripts = "'self'", ancestors = "'none'" }: PagePolicy): string {
  return policy({
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': `'self' ${hashSources(inlineStyles)}`,
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': `'self' ${mapOrigin}`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
}

/** @param ancestors who may frame the drawing: the site, for a map; nobody, for a picture */
export function drawingPolicy(inlineStyles: string[], ancestors: Ancestors): string {
  return policy({
    'default-src': "'none'",
    'style-src': hashSources(inlineStyles),
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
  })
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const hashSources = (texts: string[]) =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
