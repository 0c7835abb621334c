import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { allLanguages, notFoundAddress } from '../../src/shared/languages.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../../src/shared/page-data.ts'
import { type BuiltPage, brotliBytesOf, builtSite, everyPage, publicPages, readBuiltFile, rule } from './built-pages.ts'

/** docs/promises.md, budgets, in bytes. */
const homePageLimit = 14_600
const scriptLimit = 76_000
const fontLimit = 60_000
/** How many files browsers fetch at once over HTTP/1.1: a seventh would wait for another, a round trip more on a slow line. */
const connectionLimit = 6
/** While the visitor only reads; tests/journeys/reading-visit.test.ts shows that nothing else comes. */
const readingScriptLimit = 2_500

type BundleChunk = { file: string; imports?: string[] }
const bundle: Record<string, BundleChunk> = JSON.parse(readFileSync('dist/bundle/manifest.json', 'utf8'))

/** A script of the bundle with all that it imports at once, by address. */
function withImports(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen
  seen.add(address)
  const chunk = Object.values(bundle).find(({ file }) => `/${file}` === address)
  if (!chunk) throw new Error(`The bundle has no ${address}.`)
  for (const name of chunk.imports ?? []) withImports(`/${bundle[name]?.file}`, seen)
  return seen
}

/** Everything that a first visit loads besides the document, its pictures and its map, until the page is hydrated. */
function loadedBy({ root, address, language }: BuiltPage): string[] {
  const manifest: BootstrapData = JSON.parse(root.querySelector('script#site')?.textContent ?? '')
  return [
    ...[manifest.entry, manifest.chunk.script].reduce((seen, script) => withImports(script, seen), new Set<string>()),
    pageDataAddress(manifest.build, address),
    shellDataAddress(manifest.build, language),
  ]
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
const written = new Intl.NumberFormat('en')

rule(
  'a home page arrives in the first round trip, with its styles',
  publicPages.filter(({ key }) => key === 'home'),
  ({ address }) => {
    const bytes = brotliBytesOf(address)
    return bytes <= homePageLimit
      ? []
      : [`weighs ${written.format(bytes)} bytes; it may weigh ${written.format(homePageLimit)} (docs/promises.md).`]
  },
)

rule('once hydrated, any page has loaded at most 76,000 bytes of script', everyPage, (page) => {
  const files = loadedBy(page).filter((file) => file.endsWith('.js'))
  const bytes = sum(files.map(brotliBytesOf))
  return bytes <= scriptLimit
    ? []
    : [
        `loads ${written.format(bytes)} bytes; it may load ${written.format(scriptLimit)}: ${files
          .map((file) => `${file} ${written.format(brotliBytesOf(file))}`)
          .join(', ')}.`,
      ]
})

rule('a page that is followed in place comes in one round trip', everyPage, ({ root }) => {
  const { build, entry, chunk }: BootstrapData = JSON.parse(root.querySelector('script#site')?.textContent ?? '')
  const arrived = withImports(entry)
  const files = [chunk.script, ...chunk.imports, chunk.style].filter((file) => !arrived.has(file))
  const asked = [...files, pageDataAddress(build, '/')]
  return asked.length <= connectionLimit ? [] : [`takes ${asked.length} files: ${asked.join(', ')}.`]
})

rule('who only reads is sent at most 2,500 bytes of script, all of it in the HTML', everyPage, ({ root }) => {
  const scripts = root.querySelectorAll('script:not([type$="json"])')
  const bytes = sum(scripts.map((script) => brotliCompressSync(script.textContent).length))
  return bytes > 0 && bytes <= readingScriptLimit && scripts.every((script) => !script.hasAttribute('src'))
    ? []
    : [`holds ${written.format(bytes)} bytes of script in ${scripts.length} elements.`]
})

rule('a first visit of any page loads at most 60,000 bytes of fonts', everyPage, ({ html }) => {
  const fonts = [...new Set([...html.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1] ?? ''))]
  const bytes = sum(fonts.map(brotliBytesOf))
  return bytes <= fontLimit
    ? []
    : [`names ${written.format(bytes)} bytes of fonts; it may name ${written.format(fontLimit)}: ${fonts.join(', ')}.`]
})

test('every script asks to be compiled before it is called', () => {
  const scripts = Object.values(bundle).filter(({ file }) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const { file } of scripts) expect(readBuiltFile(`/${file}`), file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

describe('a visitor downloads the texts of the page and language at hand', () => {
  /** Keys whose texts may be the same in several languages or pages, such as names of books and acts. */
  const notSentences = ['sources', 'aria-label', 'flags', 'map', 'addresses']

  /** Every text of four words or more in a piece of data, but the words of links: they are names of what links lead to. */
  function sentencesIn(data: unknown): string[] {
    if (Array.isArray(data) && data[0] === 'a') return []
    if (typeof data === 'string')
      return data.trim().split(/\s+/).length >= 4 && /\p{Letter}{2}/u.test(data) ? [data] : []
    if (typeof data !== 'object' || data === null) return []
    return Object.entries(data).flatMap(([key, value]) => (notSentences.includes(key) ? [] : sentencesIn(value)))
  }

  const sentencesAt = (address: string) => sentencesIn(JSON.parse(readBuiltFile(address)))
  const { build } = builtSite
  const shells = allLanguages.map((language) => ({
    language,
    sentences: sentencesAt(shellDataAddress(build, language)),
  }))

  // One wording stays in English in all languages.
  const isExpected = (sentence: string) => sentence === 'Unexpected Application Error!'

  test.each(allLanguages)('the shared data hold no text of a language other than %s', (language) => {
    const own = shells.find((shell) => shell.language === language)?.sentences ?? []
    expect(own.length).toBeGreaterThan(5)
    const foreign = new Set(shells.filter((shell) => shell.language !== language).flatMap(({ sentences }) => sentences))
    expect(own.filter((sentence) => foreign.has(sentence) && !isExpected(sentence))).toEqual([])
  })

  rule('a page’s data hold no text of another language', everyPage, ({ address, addresses, key, language }) => {
    const own = sentencesAt(pageDataAddress(build, address))
    const foreign = new Set(
      allLanguages
        .filter((other) => other !== language)
        .flatMap((other) =>
          sentencesAt(pageDataAddress(build, key === 'not-found' ? notFoundAddress(other) : addresses[other])),
        ),
    )
    return own.filter((sentence) => foreign.has(sentence)).map((sentence) => `is sent “${sentence}”.`)
  })

  rule('a page’s data hold no other page’s text', everyPage, (page) => {
    const own = new Set(sentencesAt(pageDataAddress(build, page.address)))
    // Only articles' bodies are compared: partners, teasers and contact details stand on several pages.
    const bodies = everyPage
      .filter((other) => other.address !== page.address && other.language === page.language)
      .flatMap((other) => {
        const { content } = JSON.parse(readBuiltFile(pageDataAddress(build, other.address)))
        return sentencesIn(content.body)
      })
    return bodies.filter((sentence) => own.has(sentence)).map((sentence) => `is sent “${sentence}”, another page’s.`)
  })

  test('the scripts hold no text at all', () => {
    const scripts = Object.keys(builtSite.files).filter((address) => address.endsWith('.js'))
    expect(scripts).not.toEqual([])
    const code = scripts.map(readBuiltFile).join('\n')
    const sentences = [
      ...shells.flatMap((shell) => shell.sentences),
      ...everyPage.flatMap(({ address }) => sentencesAt(pageDataAddress(build, address))),
    ]
    expect(sentences.filter((sentence) => code.includes(sentence))).toEqual([])
  })
})
