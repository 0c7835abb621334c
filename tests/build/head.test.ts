import { describe, expect, test } from 'vitest'
import { allLanguages, initialLanguage, type Language, languages, notFoundAddress } from '../../src/shared/languages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { fixedAddresses } from '../support/words.ts'
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
  ...allLanguages.map((language) => [language, absolute(addresses[language])]),
  ['x-default', absolute(addresses[initialLanguage])],
]

const metaOf = ({ root }: BuiltPage, name: string) =>
  attribute(root.querySelector(`meta[property="${name}"], meta[name="${name}"]`), 'content')

describe('addresses', () => {
  test('are those that were fixed, to the letter', () => expect(addresses).toMatchObject(fixedAddresses))

  test('the site has every page of the page table and a not-found page in each language, and no other document', () => {
    const documents = Object.keys(builtSite.files).filter((address) => builtSite.files[address]?.path.endsWith('.html'))
    const wanted = [...publicPages.map(({ address }) => address), ...allLanguages.map(notFoundAddress)]
    expect(documents.sort()).toEqual(wanted.sort())
  })

  test('the sitemap lists every page with its languages, and robots.txt names the sitemap', () => {
    const entries = [...readBuiltFile('/sitemap.xml').matchAll(/<url>\s*<loc>([^<]+)<\/loc>([\s\S]*?)<\/url>/g)]
    const listed = entries.map(([, location, rest = '']) => [
      location,
      [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [language, href]),
    ])
    // The register's page is drawn by the server, so it is no file of the build.
    const register = Object.values(builtSite.addresses.find(({ en }) => en === '/en/register') ?? {})
    const wanted = [
      ...publicPages.map(({ address, addresses }) => [absolute(address), alternatesOf(addresses)]),
      ...register.map((address) => [absolute(address), expect.any(Array)]),
    ]
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted))
    expect(readBuiltFile('/robots.txt')).toContain(`Sitemap: ${absolute('/sitemap.xml')}`)
  })
})

rule('the head has the language and direction, one title and one description', everyPage, ({ root, language }) => [
  ...differs('lang', attribute(root.querySelector('html'), 'lang'), language),
  ...differs('dir', attribute(root.querySelector('html'), 'dir'), languages[language].direction),
  ...differs('titles', all(root, 'head title').length, 1),
  ...differs('descriptions', all(root, 'meta[name="description"]').length, 1),
])

rule(
  'the head names the canonical address and the page in each language',
  publicPages,
  ({ root, address, addresses }) => [
    ...differs('canonical', each(root, 'link[rel="canonical"]', 'href'), [absolute(address)]),
    ...differs(
      'languages',
      all(root, 'link[rel="alternate"]').map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]),
      alternatesOf(addresses),
    ),
  ],
)

rule('only the not-found page is hidden from search engines, and it names no address', everyPage, ({ root, key }) => [
  ...differs('robots', each(root, 'meta[name="robots"]', 'content'), key === 'not-found' ? ['noindex'] : []),
  ...unless(
    key !== 'not-found' ||
      all(root, 'link[rel="canonical"], link[rel="alternate"], [property="og:image"]').length === 0,
    'names an address.',
  ),
])

rule('a page has a sharing card of its own: PNG, 1200 x 630 pixels, at most 60,000 bytes', publicPages, (page) => {
  const address = metaOf(page, 'og:image').replace(absolute('/'), '/')
  const card = readBuiltBytes(address)
  const sharing = publicPages.filter((other) => metaOf(other, 'og:image') === absolute(address))
  return [
    ...differs('type', card.subarray(1, 4).toString('latin1'), 'PNG'),
    ...differs('size', [card.readUInt32BE(16), card.readUInt32BE(20)], [1200, 630]),
    ...unless(card.length <= 60_000, `its card weighs ${card.length} bytes.`),
    ...differs('pages with this card', sharing.length, 1),
    ...differs('og:title', metaOf(page, 'og:title'), textOf(page.root.querySelector('title'))),
    ...differs('og:url', metaOf(page, 'og:url'), absolute(page.address)),
    ...differs('twitter:card', metaOf(page, 'twitter:card'), 'summary_large_image'),
  ]
})

describe('structured data', () => {
  type Thing = { '@type'?: string; [property: string]: unknown }

  /** Every object within a value, itself included. */
  function* within(value: unknown): Generator<Thing> {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) yield value as Thing
    for (const part of Object.values(value)) yield* within(part)
  }

  const blocksOf = ({ root }: BuiltPage) => all(root, 'script[type="application/ld+json"]')
  const thingsOf = (page: BuiltPage): Thing[] =>
    blocksOf(page).flatMap((block) => JSON.parse(block.textContent)['@graph'])
  const kindOf = ({ key }: BuiltPage) => (key === 'not-found' ? key : pages[key])
  const wantedTypes = (page: BuiltPage) => {
    if (page.key === 'not-found') return []
    if (page.key === 'home') return ['Organization', 'WebSite']
    return [kindOf(page) === 'article' ? 'Article' : 'WebPage', 'BreadcrumbList']
  }

  rule('a page has one block, with the types of its kind; a not-found page has none', everyPage, (page) => [
    ...differs('blocks', blocksOf(page).length, page.key === 'not-found' ? 0 : 1),
    ...wantedTypes(page)
      .filter((type) => !thingsOf(page).some((thing) => thing['@type'] === type))
      .map((type) => `describes no ${type}.`),
  ])

  rule('it names pages and files of the site by their whole address, and holds no empty value', everyPage, (page) =>
    [...within(thingsOf(page))].flatMap((thing) =>
      Object.entries(thing).flatMap(([name, value]) => {
        const isAddress = typeof value === 'string' && ['url', 'item', '@id', 'logo'].includes(name)
        const path = isAddress && value.startsWith(absolute('/')) ? decodeURI(new URL(value).pathname) : undefined
        return [
          ...unless(!isAddress || (path ?? '') in builtSite.files, `its JSON-LD has ${name} ${value}.`),
          ...unless(value !== '' && value !== null && !String(value).includes('{{'), `its JSON-LD has no ${name}.`),
        ]
      }),
    ),
  )

  rule('an article and a page say their own address and language', publicPages, (page) =>
    thingsOf(page)
      .filter((thing) => ['Article', 'WebPage'].includes(String(thing['@type'])))
      .flatMap(({ url, inLanguage }) => differs('JSON-LD', [url, inLanguage], [absolute(page.address), page.language])),
  )
})
