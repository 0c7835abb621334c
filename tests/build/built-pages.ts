import { readFileSync } from 'node:fs'
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { type BuiltFile, type Encoding, encodings } from '../../src/shared/built-site.ts'
import { type Language, notFoundAddress, publishedLanguages } from '../../src/shared/languages.ts'
import type { PageKey } from '../../src/shared/pages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { builtSite } from '../support/built-site.ts'

export { builtSite }

/** The public origin that this build names in its links for search engines. */
export const origin = new URL(/^Sitemap: (.*)$/m.exec(readBuiltFile('/robots.txt'))?.[1] ?? '').origin

/** The file at an address, in its plain form. */
export function readBuiltFile(address: string): string {
  return readFileSync(pathOf(address), 'utf8')
}

/** The bytes of the file at an address, in its plain form or a compressed one. */
export const readBuiltBytes = (address: string, form: Encoding | 'identity' = 'identity'): Buffer =>
  readFileSync(pathOf(address) + (form === 'identity' ? '' : encodings[form]))

/** The size of a file on the network, for a browser that reads Brotli. */
export function brotliBytesOf(address: string): number {
  const { encodings } = fileAt(address)
  return readFileSync(pathOf(address) + (encodings.includes('br') ? '.br' : '')).length
}

function fileAt(address: string): BuiltFile {
  const file = builtSite.files[address]
  if (!file) throw new Error(`The build has no file at ${address}.`)
  return file
}

function pathOf(address: string): string {
  return `dist/public/${fileAt(address).path}`
}

export type BuiltPage = {
  /** `not-found` is not in the page table, but visitors may see it. */
  key: PageKey | 'not-found'
  language: Language
  address: string
  /** The same page in each language; the not-found page leads to the home pages. */
  addresses: Record<Language, string>
  html: string
  root: HTMLElement
  main: HTMLElement
}

function readPage(key: BuiltPage['key'], language: Language, address: string): BuiltPage {
  const html = readBuiltFile(address)
  const root = parse(html)
  const main = root.querySelector('main')
  if (!main) throw new Error(`${address} has no main area. Every page has one.`)
  return { key, language, address, addresses: key === 'not-found' ? addresses.home : addresses[key], html, root, main }
}

/** The pages of the page table, in every language. */
export const publicPages = allPages.flatMap((key) =>
  publishedLanguages.map((language) => readPage(key, language, addresses[key][language])),
)

/** Every page that a visitor may see. */
export const everyPage = [
  ...publicPages,
  ...publishedLanguages.map((language) => readPage('not-found', language, notFoundAddress(language))),
]

/**
 * A rule for pages. `check` returns each failure as a sentence, before which the page is named.
 * @throws when there is no page to check
 */
export function rule(name: string, pages: BuiltPage[], check: (page: BuiltPage) => string[]): void {
  test(name, () => {
    expect(pages, 'There is no page to check. Build the site first.').not.toEqual([])
    expect(pages.flatMap((page) => check(page).map((failure) => `${page.address}: ${failure}`))).toEqual([])
  })
}

/** The words of an element, with white space collapsed except French spaces. */
export const textOf = (element: HTMLElement | null | undefined) =>
  (element?.text ?? '').replace(/[ \t\r\n]+/g, ' ').trim()

/** A failure, unless the condition is true. */
export const unless = (condition: boolean, failure: string) => (condition ? [] : [failure])
/** A failure, if the value found is not the expected one. */
export const differs = (what: string, found: unknown, expected: unknown) =>
  unless(
    JSON.stringify(found) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`,
  )

export const all = (root: HTMLElement | null | undefined, selector: string) => root?.querySelectorAll(selector) ?? []
export const attribute = (element: HTMLElement | null | undefined, name: string) => element?.getAttribute(name) ?? ''
export const each = (root: HTMLElement | null | undefined, selector: string, name: string) =>
  all(root, selector).map((element) => attribute(element, name))
export const hrefsIn = (root: HTMLElement | null | undefined) => each(root, 'a', 'href')
export const absolute = (address: string) => new URL(address, origin).href
/** The path of a link, without origin, query and fragment, decoded as in the page table. */
export const addressIn = (href: string) => decodeURI(new URL(href, origin).pathname)
