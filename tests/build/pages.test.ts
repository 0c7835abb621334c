import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readOrganisation } from '../../src/content/read/organisation.ts'
import { languageOf, notFoundAddress, publishedLanguages } from '../../src/shared/languages.ts'
import { navigationPages } from '../../src/shared/pages.ts'
import { addresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { words } from '../support/words.ts'
import {
  addressIn,
  all,
  attribute,
  builtSite,
  differs,
  each,
  everyPage,
  hrefsIn,
  publicPages,
  readBuiltFile,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

// The languages in it: tests/journeys/accessibility.test.ts chooses one on a page of each kind.
rule('the header has the navigation, and on the home page the hero', everyPage, ({ root, key, language }) => {
  const { label } = shellOf(language).texts.navbar
  const nav = all(root, 'header nav').find((nav) => attribute(nav, 'aria-label') === label)
  return [
    ...differs(
      'navigation',
      all(nav, 'a').map((link) => [textOf(link), attribute(link, 'href'), attribute(link, 'aria-current')]),
      navigationPages.map((to) => [words[language].navigation[to], addresses[to][language], to === key ? 'page' : '']),
    ),
    ...differs('hero', all(root, '#app > header h1').length, key === 'home' ? 1 : 0),
  ]
})

rule(
  'the footer has every office, the e-mail address, the copyright, and the map of the first office in a sandboxed frame',
  everyPage,
  (page) => {
    const { offices, email, texts } = shellOf(page.language)
    const footer = page.root.querySelector('footer')
    const frame = footer?.querySelector('iframe')
    const wanted = [
      `mailto:${email}`,
      ...offices.flatMap(({ phone, map }) => [`tel:${phone.replaceAll(' ', '')}`, map.locator]),
    ]
    return [
      ...differs(
        'missing links',
        wanted.filter((href) => !hrefsIn(footer).includes(href)),
        [],
      ),
      ...unless(all(footer, 'p').map(textOf).includes(texts.footer.copyright), 'has no copyright.'),
      ...unless(all(footer, 'h2').map(textOf).includes(texts.footer.map_title), 'has no heading of the map.'),
      ...differs('frame', attribute(frame, 'src'), offices[0]?.map.locator),
      ...unless(attribute(frame, 'title').includes(offices[0]?.city ?? ''), 'the frame does not name the office.'),
      ...unless(frame?.hasAttribute('sandbox') === true, 'the frame is not sandboxed.'),
    ]
  },
)

const { data: organisation } = readOrganisation(contentFolder)
test('the maps service shows each office where it is', () => {
  for (const [index, { latitude, longitude }] of organisation.offices.entries())
    for (const address of Object.values(shellOf('es').offices[index]?.map ?? {}).filter((map) => map.includes('://')))
      for (const degrees of [latitude, longitude]) expect(address).toContain(degrees.toFixed(4))
})

const pagesOf = (key: string) => publicPages.filter((page) => page.key === key)

rule('the home page links to what people come for, and by “Read more” to articles', pagesOf('home'), (page) => {
  const { readMore } = words[page.language]
  const links = all(page.main, 'a').filter((link) => textOf(link.querySelector('span')) === readMore)
  const wanted = (['check_label', 'get_certified', 'questions'] as const).map((key) => addresses[key][page.language])
  return [
    // The pages for other readers, below them, are content.
    ...differs('what people come for', hrefsIn(page.main.querySelector('section')).slice(0, wanted.length), wanted),
    ...unless(links.length > 0, 'leads to no article.'),
    // The label names the article for screen readers, and begins with the visible words for speech input.
    ...links.flatMap((link) => {
      const title = textOf(
        publicPages.find(({ address }) => address === attribute(link, 'href'))?.main.querySelector('h1'),
      )
      const name = attribute(link, 'aria-label')
      return unless(title !== '' && name.startsWith(`${readMore}`) && name.includes(title), `a link is named ${name}.`)
    }),
  ]
})

rule('no two links of one name in the main area lead to different addresses', everyPage, ({ main }) => {
  const leadTo = Map.groupBy(all(main, 'a[href]'), (link) => attribute(link, 'aria-label') || textOf(link))
  const hrefs = ([name, links]: [string, (typeof main)[]]) =>
    [name, new Set(links.map((link) => attribute(link, 'href')))] as const
  return [...leadTo]
    .map(hrefs)
    .flatMap(([name, to]) => unless(to.size === 1, `“${name}” leads to ${[...to].join(', ')}.`))
})

rule('pictures have a size, and drawings are described, in the page’s language', everyPage, ({ root, language }) => [
  ...all(root, 'img').flatMap((image) =>
    unless(Boolean(attribute(image, 'width') && attribute(image, 'height')), `${attribute(image, 'src')} has no size.`),
  ),
  ...all(root, 'main figure img').flatMap((image) => {
    const src = attribute(image, 'src')
    return [
      ...unless(readBuiltFile(src).includes(`lang="${language}"`), `${src} is not marked.`),
      ...unless(attribute(image, 'alt') !== '', `${src} is not described.`),
    ]
  }),
])

rule('Arabic script is marked as Arabic', everyPage, ({ root }) =>
  all(root, 'body *:not(script)')
    .filter(({ childNodes }) =>
      childNodes.some(({ nodeType, text }) => nodeType === 3 && /[\u0600-\u06ff\ufb50-\ufdff]/.test(text)),
    )
    .filter((element) => element.closest('[lang="ar"][dir="rtl"]') === null)
    .map((element) => `“${textOf(element)}” has Arabic script without lang="ar" and dir="rtl".`),
)

rule(
  'names, numbers and addresses are left alone by translators, by telephones and by Cloudflare',
  everyPage,
  (page) => {
    const { root, html, language } = page
    const contacts = all(root, 'a').filter((link) => /^(tel|mailto):/.test(attribute(link, 'href')))
    const written = contacts.filter((link) => attribute(link, 'href').endsWith(`:${textOf(link).replaceAll(' ', '')}`))
    const name = all(root, 'header span[translate="no"]').slice(0, 1).map(textOf)
    const [, inside = ''] = /<body>\n<!--email_off-->(.*)<!--\/email_off-->/s.exec(html) ?? []
    return [
      ...differs('name', name, [shellOf(language).name]),
      ...unless(written.length > 2, 'has no contacts.'),
      ...written
        .filter((link) => attribute(link, 'translate') !== 'no')
        .map((link) => `${textOf(link)} is translated.`),
      ...differs(
        'contacts that Cloudflare hides',
        contacts.length - inside.split(/href="(?:tel|mailto):/).length + 1,
        0,
      ),
      ...unless(all(root, 'meta[name="format-detection"][content^="telephone=no"]').length === 1, 'detects numbers.'),
    ]
  },
)

rule('every placeholder is filled in', everyPage, ({ html }) => html.match(/\{\{[^}]*\}\}/g) ?? [])

describe('links', () => {
  const notFoundPages = publishedLanguages.map(notFoundAddress)
  // The server renders the register's pages.
  const rendered = builtSite.addresses.flatMap((each) => Object.values(each))

  const exists = (address: string) =>
    (address in builtSite.files && !notFoundPages.includes(address)) || rendered.includes(address)

  rule('within the site lead to a page or file that exists, in the page’s language', everyPage, ({ root, language }) =>
    all(root, 'a[href^="/"]').flatMap((link) => {
      const address = addressIn(attribute(link, 'href'))
      const isForeign = address in builtSite.files && !/\.\w+$/.test(address) && languageOf(address) !== language
      return [
        ...unless(exists(address), `leads to ${address}.`),
        ...unless(!isForeign || attribute(link, 'hreflang') !== '', `leads to ${address}, in another language.`),
      ]
    }),
  )

  rule('to a part of a page lead to an id that exists', everyPage, (page) =>
    hrefsIn(page.root)
      .filter((href) => /^\/.*#|^#|^$/.test(href))
      .filter((href) => {
        const [path = '', fragment = ''] = href.split('#')
        const target = path === '' ? page : everyPage.find(({ address }) => address === addressIn(path))
        return !each(target?.root, '[id]', 'id').includes(decodeURIComponent(fragment))
      })
      .map((href) => `leads to ${href}.`),
  )

  test.each(publishedLanguages)('lead from the home page to every other page, in %s', (language) => {
    const own = publicPages.filter((page) => page.language === language)
    const reached = new Set<string>([addresses.home[language]])
    // The set grows during the iteration: the pages that a page links to are visited later.
    for (const address of reached)
      for (const href of hrefsIn(own.find((page) => page.address === address)?.root))
        if (own.some((page) => page.address === addressIn(href))) reached.add(addressIn(href))
    expect([...reached].sort()).toEqual(own.map(({ address }) => address).sort())
  })
})
