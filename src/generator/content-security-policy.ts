import { createHash } from 'node:crypto'

/**
 * The policy of a page: it allows only the site itself and, in an iframe, the maps service.
 * @param style the page's inline style, allowed by its hash
 * @param scripts the page's inline scripts, likewise; without any, as in the answer to a plain form, no script runs
 */
export function pagePolicy(style: string, scripts: string[], mapOrigin: string): string {
  return policy({
    'default-src': "'none'",
    'script-src': scripts.length > 0 ? `'self' ${hashSources(scripts)}` : "'none'",
    'style-src': `'self' ${hashSources([style])}`,
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': `'self' ${mapOrigin}`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
}

/** @param ancestors who may frame the drawing: the site, for a map; nobody, for a picture */
export function drawingPolicy(styles: string[], ancestors: "'self'" | "'none'" = "'none'"): string {
  return policy({
    'default-src': "'none'",
    'style-src': hashSources(styles),
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
  })
}

/**
 * One policy for static hosts, on which a file cannot have its own: it allows each file what its own policy allows. It still
 * allows no other styles, because they are named by their hashes.
 */
export function commonPolicy(policies: string[]): string {
  const directives = policies.flatMap((policy) => policy.split('; ')).map((directive) => directive.split(' '))
  const common = [...Map.groupBy(directives, ([name]) => name)].map(([name = '', all]) => {
    const values = new Set(all.flatMap(([, ...values]) => values))
    if (values.size > 1) values.delete("'none'")
    return [name, [...values].join(' ')]
  })
  return policy(Object.fromEntries(common))
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const hashSources = (texts: string[]) =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
