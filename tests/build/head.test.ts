import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readOrganisation } from '../../src/content/read/organisation.ts'
import {
  initialLanguage,
  isDraft,
  type Language,
  languageOf,
  languages,
  notFoundAddress,
  publishedLanguages,
} from '../../src/shared/languages.ts'
import {
  absolute,
  all,
  attribute,
  type BuiltPage,
  builtSite,
  differs,
  each,
  everyPage,
  publicPages,
  readBuiltBytes,
  readBuiltFile,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

const alternatesOf = (addresses: Record<Language, string>) => [
  ...publishedLanguages.map((language) => [language, absolute(addresses[language])]),
  ['x-default', absolute(addresses[initialLanguage])],
]

describe('addresses', () => {
  test('the site has every page of the page table and a not-found page in each language, and no other document', () => {
    const documents = Object.keys(builtSite.files).filter(
      (address) => builtSite.files[address]?.path.endsWith('.html') && !isDraft(languageOf(address)),
    )
    const wanted = [...publicPages.map(({ address }) => address), ...publishedLanguages.map(notFoundAddress)]
    expect(documents.sort()).toEqual(wanted.sort())
  })

  test('the sitemap lists every page with its languages, and robots.txt names the sitemap', () => {
    const entries = [...readBuiltFile('/sitemap.xml').matchAll(/<url>\s*<loc>([^<]+)<\/loc>([\s\S]*?)<\/url>/g)]
    const listed = entries.map(([, location, rest = '']) => [
      location,
      [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [language, href]),
    ])
    // The register's pages are drawn by the server, so they are no files of the build.
    const register = builtSite.addresses
      .filter(({ en }) => en.startsWith('/en/register'))
      .flatMap((addresses) => publishedLanguages.map((language) => addresses[language]))
    const wanted = [
      ...publicPages.map(({ address, addresses }) => [absolute(address), alternatesOf(addresses)]),
      ...register.map((address) => [absolute(address), expect.any(Array)]),
    ]
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted))
    expect(readBuiltFile('/robots.txt')).toContain(`Sitemap: ${absolute('/sitemap.xml')}`)
  })

  test('security.txt names a contact, and expires within a year (RFC 9116)', () => {
    const address = '/.well-known/security.txt'
    const fields = new Map(
      readBuiltFile(address)
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect(fields.get('Contact')).toBe(`mailto:${readOrganisation(contentFolder).data.email}`)
    expect(fields.get('Canonical')).toBe(absolute(address))
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(1)
    expect(days).toBeLessThan(366)
  })
})

rule('the head names language, direction, canonical address and the page in each language', everyPage, (page) => {
  const { root, key, language, address, addresses } = page
  const isPublic = key !== 'not-found'
  return [
    ...differs('lang', attribute(root.querySelector('html'), 'lang'), language),
    ...differs('dir', attribute(root.querySelector('html'), 'dir'), languages[language].direction),
    ...differs('descriptions', all(root, 'meta[name="description"]').length, 1),
    // Only the not-found page is hidden from search engines.
    ...differs('robots', each(root, 'meta[name="robots"]', 'content'), isPublic ? [] : ['noindex']),
    ...differs('canonical', each(root, 'link[rel="canonical"]', 'href'), isPublic ? [absolute(address)] : []),
    ...differs(
      'languages',
      all(root, 'link[rel="alternate"]').map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]),
      isPublic ? alternatesOf(addresses) : [],
    ),
  ]
})

rule('a page has a sharing card of its own: PNG, 1200 x 630 pixels, at most 60,000 bytes', publicPages, (page) => {
  const metaOf = ({ root }: BuiltPage, name: string) =>
    attribute(root.querySelector(`meta[property="${name}"], meta[name="${name}"]`), 'content')
  const image = metaOf(page, 'og:image')
  const card = readBuiltBytes(image.replace(absolute('/'), '/'))
  return [
    ...unless(image.startsWith(absolute('/')), 'the address of its card is not absolute.'),
    ...differs('card', card.subarray(1, 4).toString('latin1'), 'PNG'),
    ...differs('size', [card.readUInt32BE(16), card.readUInt32BE(20)], [1200, 630]),
    ...unless(card.length <= 60_000, `its card weighs ${card.length} bytes.`),
    ...differs('pages with this card', publicPages.filter((other) => metaOf(other, 'og:image') === image).length, 1),
    ...differs('og:title', metaOf(page, 'og:title'), textOf(page.root.querySelector('title'))),
    ...differs('og:url', metaOf(page, 'og:url'), absolute(page.address)),
  ]
})
