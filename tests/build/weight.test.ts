import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../../src/shared/page-data.ts'
import { all, brotliBytesOf, builtSite, everyPage, publicPages, readBuiltFile, rule, unless } from './built-pages.ts'

/** docs/promises.md, budgets, in bytes. */
const homePageLimit = 14_600
const scriptLimit = 76_000
const fontLimit = 60_000
/** While the visitor only reads; tests/journeys/whole-browser.test.ts shows on three pages that nothing else is loaded. */
const readingScriptLimit = 2_500

type BundleChunk = { file: string; imports?: string[] }
const bundle: Record<string, BundleChunk> = JSON.parse(readFileSync('dist/bundle/manifest.json', 'utf8'))

/** A script of the bundle with everything that it imports statically, by address. */
function withImports(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen
  seen.add(address)
  const chunk = Object.values(bundle).find(({ file }) => `/${file}` === address)
  if (!chunk) throw new Error(`The bundle has no ${address}.`)
  for (const name of chunk.imports ?? []) withImports(`/${bundle[name]?.file}`, seen)
  return seen
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
const atMost = (limit: number, bytes: number, what: unknown) =>
  unless(bytes > 0 && bytes <= limit, `${bytes} bytes instead of ${limit} at most: ${what}`)

const homePages = publicPages.filter(({ key }) => key === 'home')
rule('a home page arrives in the first round trip, with its styles', homePages, ({ address }) =>
  atMost(homePageLimit, brotliBytesOf(address), address),
)

rule('once hydrated, any page has loaded at most 76,000 bytes of script', everyPage, ({ root }) => {
  const { entry, chunk }: BootstrapData = JSON.parse(root.querySelector('script#site')?.textContent ?? '')
  const files = [...withImports(chunk.script, withImports(entry))]
  return atMost(scriptLimit, sum(files.map(brotliBytesOf)), files)
})

rule(
  'a visit that only reads has at most 2,500 bytes of script, and loads no other script or style',
  everyPage,
  ({ root }) => {
    const scripts = all(root, 'script:not([type$="json"])')
    const bytes = sum(scripts.map((script) => brotliCompressSync(script.textContent).length))
    const others = all(root, 'script[src], link[rel=stylesheet], link[rel=modulepreload], link[as=script]')
    return [...atMost(readingScriptLimit, bytes, 'script'), ...others.map(String)]
  },
)

rule('a first visit of any page loads at most 60,000 bytes of fonts', everyPage, ({ html }) => {
  const fonts = [...new Set([...html.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1] ?? ''))]
  return atMost(fontLimit, sum(fonts.map(brotliBytesOf)), fonts)
})

test('no script has a text of a page, anything of the editor, or words of the browser’s own', () => {
  /** Every text of four words or more. */
  function sentencesIn(data: unknown): string[] {
    if (typeof data === 'string') return data.trim().split(/\s+/).length >= 4 && /\p{L}{2}/u.test(data) ? [data] : []
    return typeof data === 'object' && data !== null ? Object.values(data).flatMap(sentencesIn) : []
  }
  const { codeVersion } = builtSite
  const texts = publicPages.flatMap(({ address, language }) =>
    [pageDataAddress(codeVersion, address), shellDataAddress(codeVersion, language)].flatMap((file) =>
      sentencesIn(JSON.parse(readBuiltFile(file))),
    ),
  )
  const scripts = Object.keys(builtSite.files).filter((address) => address.endsWith('.js'))
  expect([texts.length > 1_000, scripts.length > 0]).toEqual([true, true])
  const code = scripts.map(readBuiltFile).join('\n')
  expect(texts.filter((sentence) => code.includes(sentence))).toEqual([])
  expect(code).not.toMatch(/\/api\/edit/)
  // They differ from those in the HTML.
  expect(code).not.toMatch(/\bIntl\.|toLocale/)
})
