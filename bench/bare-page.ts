import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { compressors } from '../src/generator/write-site.ts'
import { type BuiltSite, encodings } from '../src/shared/built-site.ts'
import { startServer } from '../tests/support/server-process.ts'

const folder = 'bench/work/bare'

/** The minimal styles with which plain HTML is comfortable to read. */
const style =
  ':root{color-scheme:light dark}body{max-width:65ch;margin:auto;padding:1rem;font:1.1rem/1.5 sans-serif}' +
  'img,iframe{max-width:100%;height:auto}h1,h2,h3{line-height:1.2}input,textarea{display:block;width:100%;font:inherit}'

/** What a page of plain HTML would not have: everything that hydrates, styles or decorates it. */
const extras = [
  'script',
  'style',
  'svg',
  'head noscript',
  'link[rel=preload]',
  'link[rel=modulepreload]',
  'link[rel=prefetch]',
  // The menu button: without a style, the menu is always open.
  'button[popovertarget]',
  // The trap for robots, which only a style hides.
  '.visually-hidden[aria-hidden]',
]

/** The same document with the same words and pictures, in plain HTML: the site is compared with it. */
export function bareDocument(html: string): string {
  const root = parse(html)
  for (const extra of root.querySelectorAll(extras.join(','))) extra.remove()
  for (const element of root.querySelectorAll('*'))
    for (const name of Object.keys(element.attributes))
      if (/^(class|popover|data-.*|onerror|onload)$/i.test(name)) element.removeAttribute(name)
  for (const span of root.querySelectorAll('span,div')) if (span.innerHTML.trim() === '') span.remove()
  root.querySelector('head')?.insertAdjacentHTML('beforeend', `<style>${style}</style>\n`)
  return root.toString()
}

/**
 * Serves the last build with every page made bare, by the same server with the same headers and compression, so that only
 * the pages differ.
 */
export async function startBareServer() {
  rmSync(folder, { recursive: true, force: true })
  cpSync('dist', `${folder}/dist`, { recursive: true })
  const site: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  const styleHash = createHash('sha256').update(style).digest('base64')
  for (const file of Object.values(site.files)) {
    if (!file.path.endsWith('.html')) continue
    const path = `${folder}/dist/public/${file.path}`
    const bytes = Buffer.from(bareDocument(readFileSync(path, 'utf8')))
    writeFileSync(path, bytes)
    for (const encoding of file.encodings) writeFileSync(path + encodings[encoding], await compressors[encoding](bytes))
    file.hash += '-bare'
    file.contentSecurityPolicy = file.contentSecurityPolicy.replace(
      /style-src [^;]*/,
      `style-src 'self' 'sha256-${styleHash}'`,
    )
  }
  writeFileSync(`${folder}/dist/site.json`, JSON.stringify(site))
  return startServer({ folder })
}
