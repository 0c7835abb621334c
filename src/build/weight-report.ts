import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { SiteSettings } from '../content/compose/compose-language.ts'
import { contentFolder } from '../content/content.ts'
import type { Addresses } from '../content/read/addresses.ts'
import { readPageTable } from '../content/read/page-table.ts'
import { defaultOrigin, defaultRetentionDays } from '../settings.ts'
import { type BuiltSite, encodings } from '../shared/built-site.ts'
import { allLanguages, type Language } from '../shared/languages.ts'
import { pageDataAddress, shellDataAddress } from '../shared/page-data.ts'
import { allPageKinds, type PageKind, pagesIn } from '../shared/pages.ts'
import type { Bundle } from './bundle.ts'
import { type Script, sharesOf } from './script-contents.ts'

const pages = readPageTable(contentFolder)

/** DESIGN.md section 8, in bytes. */
const limits = { homeHtml: 14_600, scripts: 88_000, scriptsAsleep: 5_000, fonts: 60_000 }

/** Of the pages of one kind in one language, so many are told in full: the heaviest. */
const toldPages = 10

type WeighedBundle = Pick<Bundle, 'entry' | 'kinds'> & { scripts: Script[] }
type Page = { kind: PageKind; language: Language; address: string }

/**
 * Writes what each page loads to dist/weight.md, from the site that has just been written there. The build that
 * everybody makes, with the default settings, also writes docs/weight.md, so that a change of weight shows in its commit.
 */
export async function writeWeightReport(
  bundle: WeighedBundle,
  addresses: Addresses,
  { origin, retentionDays }: SiteSettings,
): Promise<void> {
  const report = await new WeightReport(bundle, addresses).render()
  writeFileSync('dist/weight.md', report)
  const isDefault = origin === defaultOrigin && retentionDays === defaultRetentionDays
  if (isDefault && existsSync('docs')) writeFileSync('docs/weight.md', report)
}

class WeightReport {
  readonly #site: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  readonly #bundle: WeighedBundle
  readonly #pages: Page[]
  readonly #compressedAlone = new Map<string, Promise<number>>()

  constructor(bundle: WeighedBundle, addresses: Addresses) {
    this.#bundle = bundle
    this.#pages = allLanguages.flatMap((language) =>
      allPageKinds.flatMap((kind) => {
        const alike =
          kind === 'not-found'
            ? [this.#site.notFound[language]]
            : pagesIn(pages)
                .filter((page) => pages[page] === kind)
                .map((page) => addresses[page][language])
        return this.#heaviest(alike).map((address) => ({ kind, language, address }))
      }),
    )
  }

  async render(): Promise<string> {
    const told = await Promise.all(this.#pages.map((page) => this.#weigh(page)))
    const over = told.filter(({ isWithin }) => !isWithin).map(({ address }) => address)
    return [
      '# What each page loads',
      'Written by the build; the sources are the place for changes. Bytes with Brotli, as the site sends them, without the headers of the answers; files without the hashes in their names. Of many pages of one kind in one language, the ten heaviest.',
      '## A first visit, page by page',
      `Scripts and data are those of a page that has woken up, and together, with the script inside the HTML, may weigh ${count(limits.scripts)} bytes; fonts, all that the page names, ${count(limits.fonts)}; the HTML of a home page, ${count(limits.homeHtml)} (DESIGN.md section 8). Pictures come as they are scrolled to, the map of the footer among them.`,
      over.length === 0 ? 'Every page keeps its budget.' : `Over budget: ${over.join(', ')}.`,
      table(
        ['page', 'HTML', 'scripts', 'data', 'script in all', 'of the limit', 'fonts', 'pictures', 'all'],
        told.map(({ address, html, scripts, data, inAll, fonts, pictures }) => [
          address,
          html,
          scripts,
          data,
          inAll,
          `${Math.round((inAll / limits.scripts) * 100)} %`,
          fonts.bytes,
          pictures.bytes,
          html + scripts + data + fonts.bytes + pictures.bytes,
        ]),
      ),
      '## The HTML',
      `Styles, scripts and data inside the page, each compressed alone; the rest is what the whole weighs beyond them. The scripts inside are all that a visit on a slow connection may run (${count(limits.scriptsAsleep)} bytes) until the visitor does something.`,
      table(
        ['page', 'HTML', 'style', 'script', 'data', 'words and markup'],
        told.map(({ address, html, inside: { style, script, data } }) => [
          address,
          html,
          style,
          script,
          data,
          html - style - script - data,
        ]),
      ),
      '## Scripts of the first visit, kind by kind',
      this.#scriptTable(),
      '## What the scripts hold',
      'Where the code comes from, a package or a folder: minified bytes, and an estimate of its share of the compressed file.',
      await this.#contentsTable(),
      '## Fonts and pictures',
      table(
        ['page', 'fonts', 'pictures'],
        told.map(({ address, fonts, pictures }) => [address, fonts.list, pictures.list]),
      ),
    ]
      .join('\n\n')
      .concat('\n')
  }

  async #weigh({ kind, language, address }: Page) {
    const text = readFileSync(this.#pathOf(address), 'utf8')
    const html = this.#bytesOf(address)
    const inside = await this.#inside(text)
    const scripts = this.#sum(this.#scriptsOf(kind, text))
    const { build } = this.#site
    const data = this.#sum([shellDataAddress(build, language), pageDataAddress(build, address)].filter(this.#isFile))
    const fonts = this.#list([...text.matchAll(/url\(["']?([^"')]+\.woff2)/g)])
    const pictures = this.#list([...text.matchAll(/<(?:img|iframe)\b[^>]* src="([^"]+)"/g)])
    const inAll = inside.script + scripts + data
    const isWithin =
      inAll <= limits.scripts &&
      fonts.bytes <= limits.fonts &&
      inside.script <= limits.scriptsAsleep &&
      (kind !== 'home' || html <= limits.homeHtml)
    return { address, html, inside, scripts, data, inAll, fonts, pictures, isWithin }
  }

  /** The page's script with those that it and the page's kind import at once. */
  #scriptsOf(kind: PageKind, html = ''): string[] {
    const named = [...html.matchAll(/<script\b[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? '')
    const { entry, kinds, scripts } = this.#bundle
    const found = new Set<string>()
    const add = (address: string) => {
      if (found.has(address)) return
      found.add(address)
      scripts.find((script) => script.address === address)?.imports.forEach(add)
    }
    for (const address of [...named, entry.script, kinds[kind].script]) add(address)
    return [...found]
  }

  /** What the parts of a document weigh alone. Many pages share a style: it is compressed once. */
  async #inside(html: string): Promise<Record<'style' | 'script' | 'data', number>> {
    const parts = { style: '', script: '', data: '' }
    for (const [, element = '', attributes = '', text = ''] of html.matchAll(
      /<(style|script)\b([^>]*)>([\s\S]*?)<\/\1>/g,
    ))
      parts[element === 'style' ? 'style' : /\btype="(?!module)/.test(attributes) ? 'data' : 'script'] += text
    const weigh = (text: string) => {
      const known = this.#compressedAlone.get(text)
      if (known) return known
      const bytes = text === '' ? Promise.resolve(0) : promisify(brotliCompress)(text).then(({ length }) => length)
      this.#compressedAlone.set(text, bytes)
      return bytes
    }
    const [style, script, data] = await Promise.all([parts.style, parts.script, parts.data].map(weigh))
    return { style: style ?? 0, script: script ?? 0, data: data ?? 0 }
  }

  #scriptTable(): string {
    const byKind = new Map(allPageKinds.map((kind) => [kind, this.#scriptsOf(kind)]))
    const every = [...new Set([...byKind.values()].flat())].sort(
      (one, other) => this.#bytesOf(other) - this.#bytesOf(one),
    )
    return table(
      ['script', ...allPageKinds],
      [
        ...every.map((address) => [
          `\`${nameOf(address)}\``,
          ...allPageKinds.map((kind) => (byKind.get(kind)?.includes(address) ? this.#bytesOf(address) : '')),
        ]),
        ['all', ...allPageKinds.map((kind) => this.#sum(byKind.get(kind) ?? []))],
      ],
    )
  }

  async #contentsTable(): Promise<string> {
    const isFirst = new Set(allPageKinds.flatMap((kind) => this.#scriptsOf(kind)))
    const scripts = this.#bundle.scripts
      .filter(({ address }) => isFirst.has(address))
      .sort((one, other) => this.#bytesOf(other.address) - this.#bytesOf(one.address))
    const rows = await Promise.all(
      scripts.map(async (script) => {
        const shares = await sharesOf(script, this.#bytesOf(script.address))
        return shares.map(({ origin, minified, compressed }) => [
          `\`${nameOf(script.address)}\``,
          origin,
          minified,
          compressed,
        ])
      }),
    )
    return table(['script', 'code of', 'minified', 'compressed, about'], rows.flat())
  }

  /** The heaviest of some pages, where they are many; else all of them, as they stand. */
  #heaviest(addresses: string[]): string[] {
    if (addresses.length <= toldPages) return addresses
    const weighed = addresses.map((address) => ({ address, bytes: this.#bytesOf(address) }))
    weighed.sort((one, other) => other.bytes - one.bytes)
    return weighed.slice(0, toldPages).map(({ address }) => address)
  }

  #list(matches: RegExpExecArray[]): { bytes: number; list: string } {
    const files = [...new Set(matches.map((match) => match[1] ?? ''))].filter(this.#isFile)
    const list = files.map((address) => `\`${nameOf(address)}\` ${count(this.#bytesOf(address))}`).join(', ')
    return { bytes: this.#sum(files), list }
  }

  readonly #isFile = (address: string) => Object.hasOwn(this.#site.files, address)

  #sum(addresses: string[]): number {
    return addresses.reduce((sum, address) => sum + this.#bytesOf(address), 0)
  }

  #bytesOf(address: string): number {
    const isSmaller = this.#site.files[address]?.encodings.includes('br')
    return statSync(this.#pathOf(address) + (isSmaller ? encodings.br : '')).size
  }

  #pathOf(address: string): string {
    const file = this.#site.files[address]
    if (!file) throw new Error(`The build has no file at ${address}.`)
    return `dist/public/${file.path}`
  }
}

const nameOf = (address: string) => address.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1')

const count = (bytes: number) => bytes.toLocaleString('en')

/** A Markdown table: the first column reads, numbers stand under each other. */
function table(head: string[], rows: (string | number)[][]): string {
  const isFigures = head.map((_, index) => rows.some((row) => typeof row[index] === 'number'))
  const cells = [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? count(cell) : cell)))
  const [first = [], ...rest] = cells
  const rule = isFigures.map((isFigure) => (isFigure ? '--:' : '---'))
  return [first, rule, ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
