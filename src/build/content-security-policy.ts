import { createHash } from 'node:crypto'

/**
 * The policy of a page: nothing but the site itself and, in a frame, the maps service. The page's own style is named by
 * its hash. A drawing that is shown in a frame may be framed by the site.
 */
export function pagePolicy(inlineStyle: string, mapOrigin: string): string {
  return policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' '${hashSource(inlineStyle)}'`,
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': `'self' ${mapOrigin}`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
}

/** @param ancestors who may frame the drawing: the site, for a map; nobody, for a picture */
export function drawingPolicy(inlineStyles: string[], ancestors: "'self'" | "'none'"): string {
  return policy({
    'default-src': "'none'",
    'style-src': inlineStyles.map((style) => `'${hashSource(style)}'`).join(' '),
    'frame-ancestors': ancestors,
  })
}

export const filePolicy = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" })

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const hashSource = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
