import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { allLanguages, initialLanguage, type Language, languages, notFoundAddress } from '../../src/shared/languages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { fixedAddresses } from '../support/words.ts'
import {
  absolute,
  all,
  attribute,
  builtSite,
  differs,
  each,
  everyPage,
  publicPages,
  readBuiltFile,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

const alternatesOf = (addresses: Record<Language, string>) => [
  ...allLanguages.map((language) => [language, absolute(addresses[language])]),
  ['x-default', absolute(addresses[initialLanguage])],
]

describe('addresses', () => {
  test('are those of DESIGN.md section 2, to the letter', () => expect(addresses).toMatchObject(fixedAddresses))

  test('the site has every page of the page table and a not-found page in each language, and no other document', () => {
    const documents = Object.entries(builtSite.files).filter(([, { path }]) => path.endsWith('.html'))
    const stated = Object.values(addresses).flatMap((page) => Object.values(page))
    expect(new Set(stated).size).toBe(stated.length)
    expect(documents.map(([address]) => address).sort()).toEqual(
      [...stated, ...allLanguages.map(notFoundAddress)].sort(),
    )
  })

  test('the sitemap lists every page, each with its languages, and no other', () => {
    const entries = [...readBuiltFile('/sitemap.xml').matchAll(/<url>\s*<loc>([^<]+)<\/loc>([\s\S]*?)<\/url>/g)]
    const listed = entries.map(([, location, rest = '']) => [
      location,
      [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [language, href]),
    ])
    const wanted = publicPages.map(({ address, addresses }) => [absolute(address), alternatesOf(addresses)])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted))
  })

  test('robots.txt lets every page be read and names the sitemap', () => {
    const robots = readBuiltFile('/robots.txt')
    expect(robots).toContain(`Sitemap: ${absolute('/sitemap.xml')}`)
    const closed = [...robots.matchAll(/^Disallow: *(\S+)/gm)].map((match) => match[1] ?? '')
    expect(publicPages.filter(({ address }) => closed.some((start) => address.startsWith(start)))).toEqual([])
  })
})

describe('head', () => {
  rule('says the page’s language and direction, and has one title and one description', everyPage, (page) => {
    const html = page.root.querySelector('html')
    return [
      ...differs('lang', attribute(html, 'lang'), page.language),
      ...differs('dir', attribute(html, 'dir'), languages[page.language].direction),
      ...differs('titles', all(page.root, 'head title').length, 1),
      ...differs('descriptions', all(page.root, 'meta[name="description"]').length, 1),
    ]
  })

  rule('has in its sharing card what every card needs (ogp.me), the same as in its head', everyPage, (page) => {
    const { root, address, language, key } = page
    const wanted = {
      title: textOf(root.querySelector('title')),
      description: attribute(root.querySelector('meta[name="description"]'), 'content'),
      site_name: shellOf(language).name,
      locale: languages[language].locale.replace('-', '_'),
      ...(key !== 'not-found' && {
        type: pages[key] === 'article' ? 'article' : 'website',
        url: absolute(address),
      }),
    }
    return Object.entries(wanted).flatMap(([property, value]) =>
      differs(`og:${property}`, each(root, `meta[property="og:${property}"]`, 'content'), [value]),
    )
  })

  rule('names its own address as the canonical one, and itself in each language', publicPages, (page) => [
    ...differs('canonical', each(page.root, 'link[rel="canonical"]', 'href'), [absolute(page.address)]),
    ...differs(
      'languages',
      all(page.root, 'link[rel="alternate"]').map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]),
      alternatesOf(page.addresses),
    ),
  ])

  rule('keeps search engines away from the not-found page alone', everyPage, ({ root, key }) => {
    const isHidden = key === 'not-found'
    return [
      ...differs('robots', each(root, 'meta[name="robots"]', 'content'), isHidden ? ['noindex'] : []),
      ...unless(
        !isHidden || all(root, 'link[rel="canonical"], link[rel="alternate"]').length === 0,
        'names an address.',
      ),
    ]
  })

  rule('names its icons, and for a visit without script its manifest', everyPage, ({ root, language }) => {
    const withoutScript = parse(root.querySelector('head noscript')?.innerHTML ?? '')
    const icons = each(root, 'link[rel="icon"], link[rel="apple-touch-icon"]', 'href')
    return [
      ...differs('icons', icons, ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']),
      ...differs('manifest', each(withoutScript, 'link', 'href'), [`/manifest.${language}.webmanifest`]),
    ]
  })

  test.each(allLanguages)(
    'the manifest in %s speaks its language, opens its home page and has its icons',
    (language) => {
      const manifest = JSON.parse(readBuiltFile(`/manifest.${language}.webmanifest`))
      const { description } = pageOf('home', language).head
      const { name } = shellOf(language)
      expect(manifest).toMatchObject({ lang: language, name, start_url: addresses.home[language], description })
      const icons: { src: string; purpose: string }[] = manifest.icons
      expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']))
      for (const { src } of icons) expect(builtSite.files).toHaveProperty([src])
    },
  )
})
