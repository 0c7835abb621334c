import { createHash } from 'node:crypto'
import type { Register } from '../register/register.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import type { Language } from '../shared/languages.ts'
import type { Scene, View } from './scene.ts'

/** What the office's pages are made of. */
export type OfficeFiles = {
  /** Scripts and styles, by their addresses. */
  static: Record<string, { type: string; body: string | Buffer }>
  /** The styles that the site has in its own pages, in a `<style>` element. */
  siteStyle: string
  renderOffice: (scene: Scene, view: View) => string
  /** The public page of a certificate, as it is with the entries of now. */
  publicPage: (register: Register, language: Language, number: string) => { html: string; policy: string }
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page of the office: its document, and the policy that lets it load what is the office's own and nothing else. */
export function officeDocument(files: OfficeFiles, scene: Scene, view: View): { html: string; policy: string } {
  const style = /<style>([\s\S]*)<\/style>/.exec(files.siteStyle)?.[1] ?? ''
  const html = `<!doctype html>
<html lang="${scene.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(`${scene.words.title} · ${scene.site.shells[scene.language].name}`)}</title>
<style>${style}</style>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/office.css">
<script src="/simplewebauthn.js" defer></script>
<script src="/office.js" defer></script>
</head>
<body>${files.renderOffice(scene, view)}</body>
</html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'self' ${hash(style)}`,
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  return { html, policy }
}
