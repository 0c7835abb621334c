import { createHash } from 'node:crypto'
import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { countryName, readOrganisation } from '../../src/content/read/organisation.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import {
  allLanguages,
  initialLanguage,
  type Language,
  languageOf,
  languages,
  notFoundAddress,
  scriptOf,
} from '../../src/shared/languages.ts'
import { ownFontsAttribute } from '../../src/shared/own-fonts.ts'
import type { PageContents, SiteManifest } from '../../src/shared/page-data.ts'
import { allPageKinds, navigationPages, pages } from '../../src/shared/pages.ts'
import { headingPrefix } from '../../src/shared/rich-text.ts'
import { addresses } from '../support/addresses.ts'
import { notFoundPageOf, pageOf, shellOf } from '../support/built-site.ts'
import { forEachLanguage, languageNames, unexpectedTitle, words } from '../support/words.ts'
import {
  type BuiltPage,
  builtSite,
  countWords,
  everyPage,
  mainWithout,
  origin,
  publicPages,
  readBuiltFile,
  rule,
  textOf,
} from './built-pages.ts'

const homePages = publicPages.filter(({ key }) => key === 'home')
const articlePages = publicPages.filter(({ key }) => key !== 'not-found' && pages[key] === 'article')
const authorities = Object.values(readOrganisation('content').organisation.authorities)
const kindOf = ({ key }: BuiltPage) => (key === 'not-found' ? key : pages[key])
const pagesOf = (key: BuiltPage['key']) => publicPages.filter((page) => page.key === key)

/** One breach when the condition does not hold, told with its remedy. */
const unless = (condition: boolean, breach: string) => (condition ? [] : [breach])

/** Whether two lists hold the same, in whatever order. */
const areSame = (one: string[], other: string[]) =>
  [...new Set(one)].sort().join() === [...new Set(other)].sort().join()

const all = (root: HTMLElement, selector: string) => root.querySelectorAll(selector)
const attribute = (element: HTMLElement | null | undefined, name: string) => element?.getAttribute(name) ?? ''
const absolute = (address: string) => new URL(address, origin).href
/** What a document address leads to, without origin, query and fragment; accents as the page table writes them. */
const addressIn = (href: string) => decodeURI(new URL(href, origin).pathname)

describe('addresses', () => {
  test('the site has every page of the page table and a not-found page in each language, and no other document', () => {
    const documents = Object.entries(builtSite.files).filter(([, { path }]) => path.endsWith('.html'))
    const stated = Object.values(addresses).flatMap((page) => Object.values(page))
    const notFound = allLanguages.map(notFoundAddress)
    expect(notFound).toEqual(expect.arrayContaining(['/404', '/en/404', '/fr/404']))
    expect(stated.length, 'DESIGN.md section 2 has 21 pages.').toBeGreaterThanOrEqual(21)
    expect(new Set(stated).size).toBe(stated.length)
    expect(new Set(documents.map(([address]) => address))).toEqual(new Set([...stated, ...notFound]))
  })

  test('the server is told the same pages, for its redirects', () => {
    expect(new Set(builtSite.addresses.map((page) => JSON.stringify(page)))).toEqual(
      new Set(Object.values(addresses).map((page) => JSON.stringify(page))),
    )
    expect(builtSite.notFound).toEqual(forEachLanguage({ es: '/404', en: '/en/404', fr: '/fr/404' }, notFoundAddress))
  })

  test('the sitemap lists every page, each with its languages, and no other', () => {
    const sitemap = readBuiltFile('/sitemap.xml')
    const entries = [...sitemap.matchAll(/<url>\s*<loc>([^<]+)<\/loc>([\s\S]*?)<\/url>/g)]
    expect(entries.map(([, location]) => location).sort()).toEqual(
      publicPages.map(({ address }) => absolute(address)).sort(),
    )
    for (const [, location = '', rest = ''] of entries) {
      const page = publicPages.find(({ address }) => absolute(address) === location)
      const alternates = [...rest.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
      expect(
        alternates.map(([, language, href]) => [language, href]),
        `The sitemap's entry for ${location} names the same page in each language.`,
      ).toEqual(alternatesOf(page?.addresses))
    }
  })

  test('robots.txt lets every page be read and names the sitemap', () => {
    const robots = readBuiltFile('/robots.txt')
    expect(robots).toContain(`Sitemap: ${absolute('/sitemap.xml')}`)
    const closed = [...robots.matchAll(/^Disallow: *(\S+)/gm)].map((match) => match[1] ?? '')
    for (const { address } of publicPages)
      expect(
        closed.filter((start) => address.startsWith(start)),
        `robots.txt closes ${address}`,
      ).toEqual([])
  })
})

function alternatesOf(addresses?: Record<Language, string>): [language: string, href: string][] {
  if (!addresses) return []
  return [
    ...allLanguages.map((language): [string, string] => [language, absolute(addresses[language])]),
    ['x-default', absolute(addresses[initialLanguage])],
  ]
}

describe('head', () => {
  rule('says the page’s language and direction', everyPage, ({ root, language }) => {
    const html = root.querySelector('html')
    return [
      ...unless(attribute(html, 'lang') === language, `<html lang> is not ${language}.`),
      ...unless(
        attribute(html, 'dir') === languages[language].direction,
        '<html dir> is not the language’s direction.',
      ),
    ]
  })

  rule('has a title of 10 to 65 characters that names the body, and one only', everyPage, ({ root, language }) => {
    const titles = all(root, 'head title').map(textOf)
    const length = titles[0]?.length ?? 0
    return [
      ...unless(titles.length === 1, `has ${titles.length} titles. Give it one.`),
      ...unless(length >= 10 && length <= 65, `its title has ${length} characters. Change head.title in its texts.`),
      ...unless(titles[0]?.includes(shellOf(language).name) === true, 'its title does not name the body.'),
    ]
  })

  rule('has a description of 50 to 170 characters, and one only', everyPage, ({ root }) => {
    const descriptions = all(root, 'meta[name="description"]').map((meta) => attribute(meta, 'content'))
    const length = descriptions[0]?.length ?? 0
    return [
      ...unless(descriptions.length === 1, `has ${descriptions.length} descriptions. Give it one.`),
      ...unless(
        length >= 50 && length <= 170,
        `its description has ${length} characters. Change head.description in its texts.`,
      ),
    ]
  })

  rule('has a title and a description that no other page of its language has', everyPage, (page) => {
    const headOf = ({ root }: BuiltPage) => [
      textOf(root.querySelector('title')),
      attribute(root.querySelector('meta[name="description"]'), 'content'),
    ]
    const [title, description] = headOf(page)
    const others = everyPage.filter((other) => other !== page && other.language === page.language).map(headOf)
    return [
      ...unless(!others.some((other) => other[0] === title), `shares the title “${title}”. Change head.title.`),
      ...unless(!others.some((other) => other[1] === description), 'shares its description. Change head.description.'),
    ]
  })

  rule('says the same in its sharing card as in title and description', everyPage, ({ root }) => {
    const card = (property: string) => attribute(root.querySelector(`meta[property="og:${property}"]`), 'content')
    return [
      ...unless(card('title') === textOf(root.querySelector('title')), 'og:title is not its title.'),
      ...unless(
        card('description') === attribute(root.querySelector('meta[name="description"]'), 'content'),
        'og:description is not its description.',
      ),
    ]
  })

  rule('has in its sharing card what every card needs (ogp.me)', publicPages, ({ address, key, language, root }) => {
    const wanted = {
      type: key !== 'not-found' && pages[key] === 'article' ? 'article' : 'website',
      url: absolute(address),
      site_name: shellOf(language).name,
      locale: languages[language].locale.replace('-', '_'),
    }
    return Object.entries(wanted).flatMap(([property, value]) => {
      const found = all(root, `meta[property="og:${property}"]`).map((meta) => attribute(meta, 'content'))
      return unless(found.join() === value, `og:${property} is ${found.join(' and ') || 'missing'}, not ${value}.`)
    })
  })

  rule('names its own address as the canonical one, and itself in each language', publicPages, (page) => {
    const canonical = all(page.root, 'link[rel="canonical"]').map((link) => attribute(link, 'href'))
    const alternates = all(page.root, 'link[rel="alternate"]').map((link) => [
      attribute(link, 'hreflang'),
      attribute(link, 'href'),
    ])
    return [
      ...unless(canonical.join() === absolute(page.address), `its canonical link is ${canonical.join() || 'missing'}.`),
      ...unless(
        JSON.stringify(alternates) === JSON.stringify(alternatesOf(page.addresses)),
        `its language links are ${alternates.join(' · ') || 'missing'}.`,
      ),
    ]
  })

  rule('names as its other languages pages that name it back', publicPages, (page) =>
    all(page.root, 'link[rel="alternate"]').flatMap((link) => {
      const other = publicPages.find(({ address }) => absolute(address) === attribute(link, 'href'))
      const back = all(other?.root ?? page.root, 'link[rel="alternate"]').some(
        (link) => attribute(link, 'hreflang') === page.language && attribute(link, 'href') === absolute(page.address),
      )
      return unless(other !== undefined && back, `${attribute(link, 'href')} does not name it back.`)
    }),
  )

  rule(
    'of a not-found page keeps search engines away and claims no address',
    everyPage.filter(({ key }) => key === 'not-found'),
    ({ root }) => [
      ...unless(attribute(root.querySelector('meta[name="robots"]'), 'content') === 'noindex', 'may be indexed.'),
      ...unless(all(root, 'link[rel="canonical"], link[rel="alternate"]').length === 0, 'names an address.'),
    ],
  )

  rule('of a page that is meant to be found does not keep search engines away', publicPages, ({ root }) =>
    unless(root.querySelector('meta[name="robots"]') === null, 'has a robots instruction. Remove it.'),
  )
})

describe('icons and manifests', () => {
  rule('name icons and a manifest that are there', everyPage, ({ root, language }) => {
    // With script, the manifest comes after the first paint.
    const withoutScript = all(root, 'head noscript').map((element) => parse(element.innerHTML))
    const hrefs = [root, ...withoutScript]
      .flatMap((part) => all(part, 'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]'))
      .map((link) => attribute(link, 'href'))
    return [
      ...['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', `/manifest.${language}.webmanifest`].flatMap(
        (address) => unless(hrefs.includes(address), `does not name ${address}.`),
      ),
      ...hrefs.filter((href) => !(href in builtSite.files)).map((href) => `names ${href}, which is not there.`),
    ]
  })

  test.each(allLanguages)(
    'the manifest in %s speaks its language, opens its home page and has its icons',
    (language) => {
      const manifest = JSON.parse(readBuiltFile(`/manifest.${language}.webmanifest`))
      const home = homePages.find((page) => page.language === language)
      expect(manifest).toMatchObject({
        lang: language,
        name: shellOf(language).name,
        start_url: addresses.home[language],
        description: attribute(home?.root.querySelector('meta[name="description"]'), 'content'),
      })
      expect(manifest.short_name.length).toBeLessThanOrEqual(12)
      const icons: { src: string; purpose: string }[] = manifest.icons
      expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']))
      for (const { src } of icons) expect(builtSite.files).toHaveProperty([src])
    },
  )
})

describe('header', () => {
  rule('has the four pages under the words of DESIGN.md section 1, the current one marked', everyPage, (page) => {
    const { label } = shellOf(page.language).texts.navbar
    const nav = all(page.root, 'header nav').find((nav) => attribute(nav, 'aria-label') === label)
    const links = all(nav ?? page.main, 'a').map((link) => [
      textOf(link),
      attribute(link, 'href'),
      attribute(link, 'aria-current'),
    ])
    const wanted = navigationPages.map((key) => [
      words[page.language].navigation[key],
      addresses[key][page.language],
      key === page.key ? 'page' : '',
    ])
    return unless(JSON.stringify(links) === JSON.stringify(wanted), `its navigation is ${JSON.stringify(links)}.`)
  })

  rule('has a logo that leads to the home page', everyPage, ({ root, language }) => {
    const { name } = shellOf(language)
    const logo = all(root, 'header a').find((link) => textOf(link) === name)
    return unless(attribute(logo, 'href') === addresses.home[language], `no link “${name}” leads to the home page.`)
  })

  rule('leads to the same page in each language, the current one marked', everyPage, (page) => {
    const choice = all(page.root, 'header a[lang]')
    const links = choice.map((link) =>
      ['href', 'lang', 'hreflang', 'aria-current'].map((name) => attribute(link, name)).concat(textOf(link)),
    )
    const wanted = allLanguages.map((language) => [
      page.addresses[language],
      language,
      language,
      language === page.language ? 'true' : '',
      languageNames[language],
    ])
    return [
      ...unless(JSON.stringify(links) === JSON.stringify(wanted), `its language links are ${JSON.stringify(links)}.`),
      ...choice.flatMap((link) =>
        unless(link.querySelector('svg') !== null, `${attribute(link, 'lang')} has no drawn flag.`),
      ),
    ]
  })

  rule('has the hero on the home page alone, with the title of DESIGN.md section 1', everyPage, (page) => {
    const titles = all(page.root, 'header h1').map(textOf)
    const inHeader = titles.filter((title) => title === words[page.language].heroTitle).length
    const anywhere = page.html.split('</head>')[1]?.split(words[page.language].heroTitle).length ?? 0
    return page.key === 'home'
      ? unless(inHeader === 1, 'its header has no hero.')
      : unless(inHeader === 0 && anywhere === 1, 'shows the hero, which is the home page’s.')
  })

  rule('has, on small screens, a burger that opens the menu without script', everyPage, ({ root, language }) => {
    const { menu, label } = shellOf(language).texts.navbar
    const burger = all(root, 'header button').find((button) => textOf(button) === menu)
    const target = root.querySelector(`#${attribute(burger, 'popovertarget')}`)
    return unless(
      attribute(target, 'aria-label') === label && target?.hasAttribute('popover') === true,
      `no button “${menu}” opens the navigation. The browser does it with popovertarget.`,
    )
  })

  rule('is preceded by a link to the content', everyPage, ({ root, language }) => {
    const first = root.querySelector('body')?.querySelector('a, button, input')
    return [
      ...unless(attribute(first, 'href') === '#main', 'its first control does not lead to the content.'),
      ...unless(textOf(first) === shellOf(language).texts.navbar.skip, 'its first control does not say so.'),
    ]
  })
})

describe('footer', () => {
  rule('has both offices, telephones and the e-mail address as links', everyPage, ({ root, language }) => {
    const { offices, email } = shellOf(language)
    const footer = root.querySelector('footer')
    const links = all(footer ?? root, 'a').map((link) => `${attribute(link, 'href')} ${textOf(link)}`)
    return [
      ...unless(offices.map(({ id }) => id).join() === 'valencia,floirac', 'the offices are not Valencia, Floirac.'),
      ...unless(links.includes(`mailto:${email} ${email}`), `no link writes to ${email}.`),
      ...offices.flatMap(({ address, phone, map }) => [
        ...unless(links.includes(`tel:${phone.replaceAll(' ', '')} ${phone}`), `no link calls ${phone}.`),
        ...unless(
          links.some((link) => link.startsWith(`${map.locator} ${address}`)),
          `the address ${address} does not lead to its map.`,
        ),
      ]),
    ]
  })

  rule('has the map under its heading, in a frame that shows Valencia and says so', everyPage, ({ root, language }) => {
    const shell = shellOf(language)
    const [valencia] = shell.offices
    const frame = root.querySelector('footer iframe')
    return [
      ...unless(
        all(root, 'footer h2').map(textOf).includes(words[language].mapHeading),
        `no heading “${words[language].mapHeading}”.`,
      ),
      ...unless(attribute(frame, 'src') === valencia?.map.locator, 'the frame does not show our own map of Valencia.'),
      ...unless(
        valencia !== undefined && attribute(frame, 'title').includes(valencia.city),
        'the frame’s name does not say that it shows Valencia.',
      ),
      ...unless(frame?.hasAttribute('sandbox') === true, 'the frame is not sandboxed.'),
    ]
  })

  rule('has the copyright line of DESIGN.md section 1', everyPage, ({ root, language }) =>
    unless(
      all(root, 'footer p').map(textOf).includes(words[language].copyright),
      `no line “${words[language].copyright}”.`,
    ),
  )

  test.each(allLanguages)('shows maps of the site’s own, in %s', (language) => {
    for (const { city, map } of shellOf(language).offices) {
      const drawing = readBuiltFile(map.locator)
      expect(drawing).toContain(`lang="${language}"`)
      expect(drawing).toContain(city)
      expect(drawing.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|<image|@import|url\(/)
    }
  })
})

describe('wordings of DESIGN.md section 1', () => {
  test.each(allLanguages)(
    '%s: navigation, banner, map heading, copyright, loading text, application error',
    (language) => {
      const { texts, navigation } = shellOf(language)
      expect(navigation.map(({ page, label }) => [page, label])).toEqual(
        navigationPages.map((key) => [key, words[language].navigation[key]]),
      )
      expect(texts.cookies).toMatchObject({ accept: words[language].accept, refuse: words[language].refuse })
      expect(texts.footer).toMatchObject({
        map_title: words[language].mapHeading,
        copyright: words[language].copyright,
      })
      expect(texts.errors.loading).toBe(words[language].loading)
      expect(texts.errors.unexpected.title).toBe(unexpectedTitle)
      expect(texts.errors.unexpected.text).not.toBe('')
    },
  )

  test.each(allLanguages)('%s: form button, failure and success', (language) => {
    const { form } = pageOf('contact', language).content as PageContents['contact']
    expect(form).toMatchObject({
      send: words[language].send,
      failure: words[language].formFailure,
      success: words[language].formSuccess,
    })
  })

  test.each(allLanguages)('%s: a load error names type and address', (language) => {
    const { message, types } = shellOf(language).texts.errors.load
    expect(message).toContain('{{type}}')
    expect(message).toContain('{{address}}')
    for (const type of ['missing', 'error', 'timeout'] as const) expect(types[type]).toContain(`(${type})`)
  })

  rule('the form’s button, and where it posts without script', pagesOf('contact'), ({ main, language }) => {
    const form = main.querySelector('form')
    const named = (name: string) => form?.querySelector(`[name="${name}"]`)
    return [
      ...unless(all(main, 'form button').map(textOf).includes(words[language].send), `no “${words[language].send}”.`),
      ...unless(
        attribute(form, 'method') === 'post' && attribute(form, 'action') === '/api/contact',
        'the form does not post to /api/contact.',
      ),
      ...['name', 'email', 'message'].flatMap((name) =>
        unless(
          textOf(main.querySelector(`label[for="${attribute(named(name), 'id')}"]`)) !== '',
          `the field ${name} is missing or has no label.`,
        ),
      ),
      ...unless(attribute(named('language'), 'value') === language, 'the form does not say its language.'),
    ]
  })

  rule(
    '“Read more” under each of the three articles, which a screen reader hears with its title',
    homePages,
    (page) => {
      const { readMore } = words[page.language]
      const links = all(page.main, 'a').filter((link) => textOf(link.querySelector('span')) === readMore)
      const targets = links.map((link) => attribute(link, 'href'))
      const articles = articlePages.filter(({ language }) => language === page.language)
      return [
        ...unless(
          targets.join() === articles.map(({ address }) => address).join(),
          `“${readMore}” leads to ${targets.join(', ') || 'nothing'}.`,
        ),
        ...links.flatMap((link) => {
          const article = articles.find(({ address }) => address === attribute(link, 'href'))
          const name = attribute(link, 'aria-label')
          return unless(
            name.startsWith(readMore) &&
              name.includes(textOf(article?.main.querySelector('h1'))) &&
              textOf(link) === name,
            `the link “${name}” does not begin with its words, does not name its article, or reads otherwise.`,
          )
        }),
      ]
    },
  )
})

describe('one language a page', () => {
  /** Every wording that DESIGN.md fixes, flat. */
  const fixedWordsOf = (language: Language): string[] =>
    Object.values(words[language]).flatMap((entry): string[] =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )

  rule('has no wording of another language', everyPage, (page) => {
    const own = new Set<string>(fixedWordsOf(page.language))
    const foreign = new Set(
      allLanguages
        .filter((language) => language !== page.language)
        .flatMap(fixedWordsOf)
        .filter((wording) => !own.has(wording)),
    )
    const elements = all(page.root, 'body *').filter((element) => element.tagName !== 'SCRIPT')
    const shown = elements.flatMap((element) => [
      textOf(element),
      ...['aria-label', 'title', 'alt', 'value', 'placeholder'].map((name) => attribute(element, name)),
    ])
    return [...new Set(shown)]
      .filter((text) => foreign.has(text))
      .map((text) => `says “${text}”, which is another language’s. Translate it.`)
  })

  rule('shares no sentence with the same page in another language', everyPage, (page) => {
    const sentencesOf = ({ root }: BuiltPage) =>
      all(root, 'h1, h2, h3, p, li, figcaption, dd, dt, label, button, summary')
        // Sources name books and acts, which may well be called the same.
        .filter((element) => element.closest('[id^="source-"]') === null)
        .map(textOf)
        .filter((text) => /\p{Letter}/u.test(text) && countWords(text) >= 4)
    const own = new Set(sentencesOf(page))
    return everyPage
      .filter(({ key, language }) => key === page.key && language !== page.language)
      .flatMap((other) => sentencesOf(other).filter((sentence) => own.has(sentence)))
      .map((sentence) => `shares the sentence “${sentence}” with another language.`)
  })

  rule('marks every word in another script, and languages by known tags', everyPage, ({ root }) =>
    all(root, 'body [lang]').flatMap((element) =>
      unless(
        [...allLanguages, 'ar', 'ar-Latn'].includes(attribute(element, 'lang')),
        `lang="${attribute(element, 'lang')}" is not expected.`,
      ),
    ),
  )

  rule('marks Arabic script as Arabic', everyPage, ({ root }) =>
    all(root, 'body *')
      .filter((element) => element.tagName !== 'SCRIPT')
      .flatMap((element) => {
        const own = element.childNodes.filter((child) => child.nodeType === 3).map((child) => child.text)
        return unless(
          !/[\u0600-\u06ff\ufb50-\ufdff]/.test(own.join('')) || element.closest('[lang="ar"]') !== null,
          `“${own.join('')}” holds Arabic script without lang="ar".`,
        )
      }),
  )
})

describe('structure', () => {
  rule('has one h1, which can take the focus after a move in place', everyPage, ({ root }) => {
    const headings = all(root, 'h1')
    return [
      ...unless(headings.length === 1, `has ${headings.length} h1. Give it one.`),
      ...unless(textOf(headings[0]) !== '', 'its h1 is empty.'),
      ...unless(attribute(headings[0], 'tabindex') === '-1', 'its h1 cannot take the focus. Give it tabIndex={-1}.'),
    ]
  })

  rule('has headings in order, none of them skipped or empty', everyPage, ({ root }) => {
    const headings = all(root, 'h1, h2, h3, h4, h5, h6')
    return headings.flatMap((heading, index) => {
      const level = Number(heading.tagName.slice(1))
      const before = Number(headings[index - 1]?.tagName.slice(1) ?? 0)
      return [
        ...unless(level <= before + 1, `“${textOf(heading)}” is an h${level} after an h${before}.`),
        ...unless(textOf(heading) !== '', `has an empty h${level}.`),
      ]
    })
  })

  rule('has each id once', everyPage, ({ root }) => {
    const ids = all(root, '[id]').map((element) => attribute(element, 'id'))
    return ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `has the id "${id}" twice. Name one of them otherwise.`)
  })

  rule('has ids of the kind that headings of texts have on such headings alone', everyPage, ({ root }) =>
    all(root, '[id]')
      .filter((element) => attribute(element, 'id').startsWith(headingPrefix))
      .flatMap((element) => unless(element.tagName === 'H2', `has the id "${attribute(element, 'id')}" elsewhere.`)),
  )

  rule('refers only to ids that it has', everyPage, ({ root }) => {
    const ids = new Set(all(root, '[id]').map((element) => attribute(element, 'id')))
    const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'popovertarget'].flatMap(
      (name) => all(root, '*').flatMap((element) => attribute(element, name).split(/\s+/).filter(Boolean)),
    )
    return references.filter((id) => !ids.has(id)).map((id) => `refers to the id "${id}", which is not there.`)
  })

  rule('has one header, one main area and one footer', everyPage, ({ root }) =>
    (['#app > header', '#app > main', '#app > footer'] as const).flatMap((selector) =>
      unless(all(root, selector).length === 1, `has ${all(root, selector).length} of ${selector}.`),
    ),
  )

  rule('has an alt text, a width and a height for every picture', everyPage, ({ root }) =>
    all(root, 'img').flatMap((image) => [
      ...unless(attribute(image, 'alt') !== '', `${attribute(image, 'src')} has no alt text.`),
      ...unless(
        Number(attribute(image, 'width')) > 0 && Number(attribute(image, 'height')) > 0,
        `${attribute(image, 'src')} has no size, so the page would jump when it arrives.`,
      ),
    ]),
  )
})

describe('links', () => {
  const linksOf = ({ root }: BuiltPage) => all(root, 'a')

  rule('all lead somewhere', everyPage, (page) =>
    linksOf(page).flatMap((link) =>
      unless(!['', '#'].includes(attribute(link, 'href')), `“${textOf(link)}” leads nowhere.`),
    ),
  )

  rule('all say something', everyPage, (page) =>
    linksOf(page).flatMap((link) =>
      unless(
        (textOf(link) || attribute(link, 'aria-label')) !== '',
        `the link to ${attribute(link, 'href')} has no words.`,
      ),
    ),
  )

  rule('within the site lead to a page or file that is there, by its true address', everyPage, (page) =>
    linksOf(page)
      .map((link) => attribute(link, 'href'))
      .filter((href) => href.startsWith('/'))
      .flatMap((href) => [
        ...unless(addressIn(href) in builtSite.files, `leads to ${href}, which is not there.`),
        ...unless(!Object.values(builtSite.notFound).includes(addressIn(href)), `leads to a not-found page, ${href}.`),
      ]),
  )

  rule('to a fragment lead to an id that is there', everyPage, (page) =>
    linksOf(page)
      .map((link) => attribute(link, 'href'))
      .filter((href) => /^(#|\/).*/.test(href) && href.includes('#'))
      .flatMap((href) => {
        const [path = '', fragment = ''] = href.split('#')
        const target = path === '' ? page : everyPage.find(({ address }) => address === addressIn(path))
        const ids = all(target?.root ?? page.root, '[id]').map((element) => attribute(element, 'id'))
        return unless(
          target !== undefined && ids.includes(decodeURIComponent(fragment)),
          `leads to ${href}, but nothing there has that id.`,
        )
      }),
  )

  rule('stay in the page’s language, except the language choice', everyPage, (page) =>
    linksOf(page)
      .filter((link) => attribute(link, 'hreflang') === '')
      .map((link) => attribute(link, 'href'))
      .filter((href) => everyPage.some(({ address }) => address === addressIn(href)) && href.startsWith('/'))
      .flatMap((href) =>
        unless(languageOf(addressIn(href)) === page.language, `leads to ${href}, which is in another language.`),
      ),
  )

  rule('to other hosts say nothing of the visitor, and lead to the maps service or an authority', everyPage, (page) =>
    linksOf(page)
      .filter((link) => /^https?:|^\/\//.test(attribute(link, 'href')))
      .flatMap((link) => [
        ...unless(
          [...shellOf(page.language).offices.map(({ map }) => map.page), ...authorities].includes(
            attribute(link, 'href'),
          ),
          `leads to ${attribute(link, 'href')}, which no fact of the organisation names.`,
        ),
        ...unless(attribute(link, 'rel').includes('noreferrer'), `${attribute(link, 'href')} is told where from.`),
      ]),
  )

  test.each(allLanguages)('lead from the home page to every other page, in %s', (language) => {
    const reached = new Set<string>([addresses.home[language]])
    // A set may grow while it is walked: whatever a page leads to is visited in its turn.
    for (const address of reached)
      for (const link of linksOf(everyPage.find((page) => page.address === address) as BuiltPage)) {
        const target = addressIn(attribute(link, 'href'))
        const isPage = publicPages.some((page) => page.address === target && page.language === language)
        if (attribute(link, 'href').startsWith('/') && isPage) reached.add(target)
      }
    expect(reached).toEqual(new Set(Object.values(addresses).map((page) => page[language])))
  })
})

describe('safety and speed', () => {
  /** The files that a page's own style asks for; not the parts of its drawings that attributes name by a fragment. */
  const stylesheetAddressesOf = (root: HTMLElement) =>
    all(root, 'style').flatMap((style) =>
      [...style.textContent.matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1] ?? ''),
    )

  rule('carries no style and no script of its own in attributes', everyPage, ({ root }) =>
    all(root, '*').flatMap((element) =>
      Object.keys(element.attributes)
        .filter((name) => /^(style$|on)/i.test(name))
        .map((name) => `<${element.rawTagName} ${name}>: the content security policy refuses it.`),
    ),
  )

  rule('carries the one script that starts it, its speculation rules, and no other', everyPage, ({ root, address }) => {
    const policy = builtSite.files[address]?.contentSecurityPolicy ?? ''
    const scripts = all(root, 'script').filter((script) => !attribute(script, 'type').endsWith('json'))
    const kinds = scripts.map((script) => attribute(script, 'type')).join()
    return [
      ...unless(kinds === ',speculationrules', `carries scripts of the kinds “${kinds}”.`),
      ...scripts
        .map((script) => `'sha256-${createHash('sha256').update(script.textContent).digest('base64')}'`)
        .filter((hash) => !policy.includes(hash))
        .map((hash) => `carries a script that its policy does not name: ${hash}.`),
    ]
  })

  rule('loads no script before its first paint, and no style sheet to wait for', everyPage, ({ root }) => [
    ...all(root, 'script[src], link[rel="modulepreload"], link[rel="preload"]').map(
      (element) => `loads ${attribute(element, 'src') || attribute(element, 'href')} at once.`,
    ),
    ...all(root, 'link[rel="stylesheet"]').map((link) => `waits for ${attribute(link, 'href')}. Styles stand inside.`),
    ...unless(all(root, 'style:not([media])').length === 1, 'does not have its styles in one element.'),
    ...unless(all(root, `html[${ownFontsAttribute}]`).length === 1, 'would have no fonts of its own without script.'),
    ...all(root, 'style').flatMap(({ textContent }) =>
      unless(!ownFonts.test(withoutOwnFonts(textContent)), 'names its own fonts in any case.'),
    ),
  ])

  const ownFonts = /var\(--font-(?:heading|sign)\)|\bHeading\b(?! )|\bBlessing\b/

  /** A style sheet without what the site's own fonts are, and without the rules that name them once they may draw. */
  const withoutOwnFonts = (style: string) =>
    style
      .replace(/@font-face\{[^}]*\}|--font-(?:heading|sign):[^;}]*/g, '')
      .replace(new RegExp(`[^{}]*\\[${ownFontsAttribute}\\][^{}]*\\{[^}]*\\}`, 'g'), '')

  rule('asks no other host for anything', everyPage, ({ root, html }) => {
    const loaded = all(root, 'script, img, iframe, source, video, audio, embed, object, link')
      .filter((element) => !['canonical', 'alternate'].includes(attribute(element, 'rel')))
      .flatMap((element) => ['src', 'href', 'srcset', 'poster', 'data'].map((name) => attribute(element, name)))
    const styled = [...stylesheetAddressesOf(root), ...html.matchAll(/@import[^;]+/g)].map(String)
    return [...loaded, ...styled]
      .filter((address) => /^(https?:)?\/\/|^@import/.test(address))
      .map((address) => `asks ${address}. Before consent, nobody else may be asked.`)
  })

  rule('loads only files that are there', everyPage, ({ root }) =>
    all(root, '[src], [srcset], [poster], link[href], use[href], image[href]')
      .filter((element) => !['canonical', 'alternate'].includes(attribute(element, 'rel')))
      .flatMap((element) => [
        ...['src', 'href', 'poster'].map((name) => attribute(element, name)),
        ...attribute(element, 'srcset')
          .split(',')
          .map((candidate) => candidate.trim().split(/\s/)[0] ?? ''),
      ])
      .filter((address) => address !== '' && !address.startsWith('#'))
      .concat(stylesheetAddressesOf(root))
      .flatMap((address) => unless(addressIn(address) in builtSite.files, `loads ${address}, which is not there.`)),
  )

  rule('tells its code its own address, its build, and where each page kind’s files are', everyPage, (page) => {
    const site = all(page.root, 'script#site').map((script) => script.textContent)
    const manifest: SiteManifest = JSON.parse(site[0] ?? 'null')
    const files = [
      manifest.entry,
      manifest.library,
      ...Object.values(manifest.chunks).flatMap(({ script, styles }) => [script, ...styles]),
    ]
    return [
      ...unless(manifest.address === page.address, `says that it is ${manifest.address}.`),
      ...unless(manifest.kind === kindOf(page), `says that it is a page of the kind ${manifest.kind}.`),
      ...unless(manifest.build === builtSite.build, 'belongs to another build.'),
      ...unless(
        Object.keys(manifest.chunks).sort().join() === [...allPageKinds].sort().join(),
        `knows the page kinds ${Object.keys(manifest.chunks).join(', ')}.`,
      ),
      ...files.filter((file) => !(file in builtSite.files)).map((file) => `names ${file}, which is not there.`),
    ]
  })

  rule('was drawn from the data that its code will be given', everyPage, (page) => {
    const data = page.key === 'not-found' ? notFoundPageOf(page.language) : pageOf(page.key, page.language)
    return [
      ...unless(data.address === page.address && data.language === page.language, 'its data belong to another page.'),
      ...unless(data.page === page.key, `its data are those of ${data.page}.`),
      ...unless(data.head.title === textOf(page.root.querySelector('title')), 'its data have another title.'),
      ...unless(
        JSON.stringify(data.addresses) === JSON.stringify(page.addresses),
        'its data lead to other pages in the other languages.',
      ),
    ]
  })
})

describe('what SPEC.md section 2 asks of each page', () => {
  const h2sOf = (page: BuiltPage) => all(page.main, 'h2').map(textOf)

  rule('the home page has services, articles, mission and partners', homePages, (page) => {
    const { services, article, mission, partners } = pageOf('home', page.language).content as PageContents['home']
    const wanted = [services.title, article.title, mission.title, partners.title]
    const places = [
      ...unless(h2sOf(page).join() === wanted.join(), `its sections are ${h2sOf(page).join(', ')}.`),
      ...unless(all(page.main, 'section[aria-labelledby="services"] li').length === 4, 'does not have four services.'),
    ]
    return [
      ...places,
      ...partners.partners.flatMap(({ country }) =>
        unless(textOf(page.main).includes(country), `does not name a partner in ${country}.`),
      ),
    ]
  })

  const countries = forEachLanguage(
    {
      es: ['Polonia', 'Francia', 'España', 'Portugal'],
      en: ['Poland', 'France', 'Spain', 'Portugal'],
      fr: ['Pologne', 'France', 'Espagne', 'Portugal'],
    },
    (language) => ['PL', 'FR', 'ES', 'PT'].map((code) => countryName(code, language)),
  )

  rule(
    'home and presentation name partners in Poland, France, Spain and Portugal',
    [...homePages, ...pagesOf('presentation')],
    (page) => {
      const listed = all(page.main, 'li strong').map(textOf)
      return countries[page.language].flatMap((country) =>
        unless(listed.includes(country), `lists no partner in ${country}.`),
      )
    },
  )

  rule('the presentation has its eight parts, in order', pagesOf('presentation'), (page) => {
    const content = pageOf('presentation', page.language).content as PageContents['presentation']
    const { commitments, transparency, partners, why, conclusion, contact } = content
    const wanted = [commitments, transparency, partners, why, conclusion, contact].map(({ title }) => title)
    const text = textOf(page.main)
    const places = [
      textOf(page.main.querySelector('.prose p')),
      ...wanted.slice(0, 5),
      content.thanks,
      ...wanted.slice(5),
    ].map((part) => text.indexOf(part))
    return [
      ...unless(h2sOf(page).slice(0, 6).join('|') === wanted.join('|'), `its parts are ${h2sOf(page).join(', ')}.`),
      ...unless(
        places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1)),
        `its eight parts are not in the order of SPEC.md section 2: ${places.join(', ')}.`,
      ),
    ]
  })

  rule('the presentation’s contact information are links', pagesOf('presentation'), ({ main, language }) => {
    const hrefs = all(main, 'a').map((link) => attribute(link, 'href'))
    const { email, offices } = shellOf(language)
    return [`mailto:${email}`, ...offices.map(({ phone }) => `tel:${phone.replaceAll(' ', '')}`)].flatMap((href) =>
      unless(hrefs.includes(href), `has no link ${href}.`),
    )
  })

  rule('the certification has a description, four activities and a conclusion', pagesOf('certification'), (page) => {
    const content = pageOf('certification', page.language).content as PageContents['certification']
    const activities = [content.training, content.traceability, content.quality, content.legal]
    const headings = all(page.main, 'h3').map(textOf)
    const text = textOf(page.main)
    const description = textOf(page.main.querySelector('.prose p'))
    return [
      ...unless(
        headings.join('|') === activities.map(({ title }) => title).join('|'),
        `its activities are ${headings.join(', ')}.`,
      ),
      ...unless(
        description !== '' && text.indexOf(description) < text.indexOf(content.training.title),
        'has no description before its activities.',
      ),
      ...unless(
        text.indexOf(content.conclusion.title) > text.indexOf(content.legal.title),
        'has no conclusion after its activities.',
      ),
    ]
  })

  rule(
    'recognised bodies are named, and raw materials are said to be certified',
    [...pagesOf('presentation'), ...pagesOf('certification')],
    (page) => {
      const rawMaterials = forEachLanguage<string | undefined>(
        { es: 'materias primas', en: 'raw materials', fr: 'matières premières' },
        () => undefined,
      )[page.language]
      const text = textOf(page.main)
      return [
        ...unless(
          rawMaterials === undefined || text.toLowerCase().includes(rawMaterials),
          `does not speak of ${rawMaterials}.`,
        ),
        ...unless(!text.includes('{{'), 'shows a placeholder that nobody filled.'),
      ]
    },
  )

  rule('no page shows a placeholder that nobody filled', everyPage, ({ html }) =>
    [...html.matchAll(/\{\{[^}]*\}\}/g)].map(
      ([placeholder]) => `shows ${placeholder}. Fill it in, or correct its name.`,
    ),
  )

  rule('the contact page has the e-mail address, both postal addresses and telephones', pagesOf('contact'), (page) => {
    const { email, offices } = shellOf(page.language)
    const details = page.main.querySelector('section[aria-labelledby="details"]')
    const hrefs = all(details ?? page.main, 'a').map((link) => attribute(link, 'href'))
    return [
      ...unless(hrefs.includes(`mailto:${email}`), `has no link that writes to ${email}.`),
      ...offices.flatMap(({ address, phone }) => [
        ...unless(textOf(details).includes(address), `does not name ${address}.`),
        ...unless(hrefs.includes(`tel:${phone.replaceAll(' ', '')}`), `has no link that calls ${phone}.`),
      ]),
    ]
  })

  rule(
    'the certification draws the chain from farm to label, each step with its controls',
    pagesOf('certification'),
    (page) => {
      const { chain } = pageOf('certification', page.language).content as PageContents['certification']
      const { title: _title, lead: _lead, out: _out, ...steps } = chain
      const drawn = all(page.main, 'section[aria-labelledby="chain"] > ol > li')
      return [
        ...unless(drawn.length === Object.keys(steps).length, `draws ${drawn.length} steps.`),
        ...Object.values(steps).flatMap((step, index) =>
          [step.title, ...step.points, ...('out' in step ? [step.out] : [])].flatMap((words) =>
            unless(textOf(drawn[index]).includes(words), `step ${index + 1} does not say “${words}”.`),
          ),
        ),
      ]
    },
  )

  // So each article can be reached from the one before it, however many there are.
  rule('an article leads to the one before it and the one after it, in a round', articlePages, (page) => {
    const hrefs = all(page.main, 'nav[aria-labelledby="others"] a').map((link) => attribute(link, 'href'))
    const own = articlePages.filter(({ language }) => language === page.language).map(({ address }) => address)
    const place = own.indexOf(page.address)
    const wanted = [own.at(place - 1), own[(place + 1) % own.length]]
    return unless(hrefs.join() === wanted.join(), `leads to ${hrefs.join(', ')}.`)
  })

  rule('a long article begins with its contents', articlePages, ({ main }) => {
    const listed = all(main, 'nav[aria-labelledby="contents"] a').map(
      (link) => `${attribute(link, 'href')} ${textOf(link)}`,
    )
    const headings = all(main, '.prose h2').map((heading) => `#${attribute(heading, 'id')} ${textOf(heading)}`)
    return unless(headings.length < 4 || listed.join('|') === headings.join('|'), `lists ${listed.join(', ')}.`)
  })

  rule('a pull quote repeats the article, names its source, and is not read aloud twice', articlePages, (page) => {
    const wordsOf = (text: string) => text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []
    const text = new Set(wordsOf(textOf(mainWithout(page, 'blockquote', 'sup'))))
    const sources = textOf(page.main.querySelector('section[aria-labelledby="sources"]'))
    const quotes = all(page.main, 'blockquote')
    return quotes.flatMap((quote) => [
      ...unless(attribute(quote, 'aria-hidden') === 'true', 'repeats itself to who listens.'),
      ...unless(sources.includes(textOf(quote.querySelector('cite'))), 'quotes a source that it does not list.'),
      ...wordsOf(textOf(quote.querySelector('p')))
        .filter((word) => !text.has(word))
        .map((word) => `quotes “${word}”, which it does not say.`),
    ])
  })

  describe('word counts', () => {
    const limits: [name: string, pages: BuiltPage[], least: number, most: number, ...leftOut: string[]][] = [
      ['home', homePages, 250, 450],
      ['presentation', pagesOf('presentation'), 500, 800],
      // The labels of a drawing are no running text.
      ['certification', pagesOf('certification'), 500, 800, 'section[aria-labelledby="chain"]'],
      // Nor do its contents, its neighbours and a pull quote add to an article.
      [
        'an article, its sources left out,',
        articlePages,
        700,
        1000,
        'section[aria-labelledby="sources"]',
        'nav',
        'blockquote',
      ],
    ]
    const isCounted = ({ language }: { language: Language }) => scriptOf(language) === 'Latn'
    // A language that writes articles and pronouns as part of the word has fewer of them.
    for (const [name, pages, least, most, ...leftOut] of limits)
      rule(`${name} has ${least} to ${most} words`, pages.filter(isCounted), (page) => {
        // Neither the number of a note nor what only screen readers hear is a word of the page.
        const count = countWords(textOf(mainWithout(page, 'sup', '.visually-hidden', ...leftOut)))
        return unless(count >= least && count <= most, `has ${count} words; it may have ${least} to ${most}.`)
      })
  })
})

describe('pictures of the animal welfare page', () => {
  /** The file names of each language, in the order of the page (DESIGN.md section 6). */
  const fileNames = forEachLanguage(
    {
      es: ['agua-y-descanso', 'cuchillo-afilado', 'un-animal-cada-vez', 'comprobar-y-anotar'],
      en: ['water-and-rest', 'knife-out-of-sight', 'one-at-a-time', 'checked-and-recorded'],
      fr: ['eau-et-repos', 'couteau-hors-de-vue', 'un-seul-a-la-fois', 'controle-avant-la-suite'],
    },
    (language) => {
      const { pictures } = readTexts(contentFolder)[language].bienestar_animal as {
        pictures: Record<string, { file: string }>
      }
      return Object.values(pictures).map(({ file }) => file)
    },
  )
  const welfarePages = pagesOf('bienestar_animal')
  const nameIn = (address: string) => /\/pictures\/(.+)-[\w-]{8}\.svg$/.exec(address)?.[1] ?? address

  rule('are four, named in the page’s language, each with a caption', welfarePages, ({ main, language }) => {
    const figures = all(main, 'figure')
    const names = figures.map((figure) => nameIn(attribute(figure.querySelector('img'), 'src')))
    return [
      ...unless(names.join() === fileNames[language].join(), `shows ${names.join(', ')}.`),
      ...figures.flatMap((figure, index) =>
        unless(textOf(figure.querySelector('figcaption')) !== '', `picture ${index + 1} has no caption.`),
      ),
    ]
  })

  test('are four files in each language', () => {
    const files = Object.keys(builtSite.files).filter((address) => address.startsWith('/assets/pictures/'))
    expect(new Set(files.map(nameIn))).toEqual(new Set(Object.values(fileNames).flat()))
    expect(files).toHaveLength(4 * allLanguages.length)
  })

  rule('hold their words in the page’s language, and none of another', welfarePages, ({ main, language }) => {
    const drawingsOf = (language: Language) =>
      all(welfarePages.find((page) => page.language === language)?.main ?? main, 'figure img').map((image) =>
        readBuiltFile(attribute(image, 'src')),
      )
    const wordsIn = (drawing: string) =>
      [...drawing.matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)].map(([, text = '']) =>
        text.replace(/<[^>]+>/g, '').trim(),
      )
    const foreign = new Set(
      allLanguages
        .filter((other) => other !== language)
        .flatMap(drawingsOf)
        .flatMap(wordsIn),
    )
    return drawingsOf(language).flatMap((drawing, index) => [
      ...unless(drawing.includes(`lang="${language}"`), `picture ${index + 1} does not say its language.`),
      ...unless(wordsIn(drawing).filter(Boolean).length >= 4, `picture ${index + 1} has fewer than four texts.`),
      ...unless(!drawing.includes('{{'), `picture ${index + 1} has a word that nobody filled in.`),
      ...wordsIn(drawing)
        .filter((text) => foreign.has(text) && /\p{Letter}/u.test(text))
        .map((text) => `picture ${index + 1} says “${text}” in every language.`),
    ])
  })

  rule('are described by what the drawing itself says of it', welfarePages, ({ main }) =>
    all(main, 'figure img').flatMap((image) => {
      const drawing = readBuiltFile(attribute(image, 'src'))
      const alt = attribute(image, 'alt').replaceAll('&', '&amp;')
      return unless(drawing.includes(alt), `${attribute(image, 'src')} does not hold its own description.`)
    }),
  )
})

describe('sources', () => {
  const citing = publicPages.filter(({ main }) => main.querySelector('[id^="source-"]') !== null)

  test('stand on presentation, certification and the three articles, in each language', () => {
    expect(new Set(citing.map(({ address }) => address))).toEqual(
      new Set([...pagesOf('presentation'), ...pagesOf('certification'), ...articlePages].map(({ address }) => address)),
    )
  })

  rule('are each called from the text, and lead back to their first call', citing, ({ main }) => {
    const calls = all(main, 'sup a')
    return all(main, '[id^="source-"]').flatMap((source, index) => {
      const id = attribute(source, 'id')
      const first = calls.find((call) => attribute(call, 'href') === `#${id}`)
      const back = all(source, 'a').at(-1)
      return [
        ...unless(first !== undefined, `nothing calls the source ${index + 1}, ${id}.`),
        ...unless(
          attribute(back, 'href') === `#${attribute(first, 'id')}`,
          `the source ${index + 1} does not lead back to its first call.`,
        ),
        ...unless(textOf(back).includes(`(${index + 1})`), `the link back from source ${index + 1} does not name it.`),
      ]
    })
  })

  const sourceWords = forEachLanguage({ es: 'Fuente', en: 'Source', fr: 'Source' }, (language) => {
    const { reference } = readTexts(contentFolder)[language].article as { reference: string }
    return reference.replace('{{number}}', '').trim()
  })

  rule(
    'are numbered in the order of their first call; each call shows its number and says it',
    citing,
    ({ main, language }) => {
      const calls = all(main, 'sup a')
      const targets = calls.map((call) => attribute(call, 'href'))
      const order = [...new Set(targets)]
      const listed = all(main, '[id^="source-"]').map((source) => `#${attribute(source, 'id')}`)
      const word = sourceWords[language]
      return [
        ...unless(order.join() === listed.join(), `calls ${order.join(' ')} but lists ${listed.join(' ')}.`),
        ...calls.flatMap((call) => {
          const number = order.indexOf(attribute(call, 'href')) + 1
          return [
            ...unless(textOf(call) === String(number), `a call of source ${number} shows ${textOf(call)}.`),
            ...unless(
              attribute(call, 'aria-label') === `${word} ${number}`,
              `a call of source ${number} is named “${attribute(call, 'aria-label')}”.`,
            ),
          ]
        }),
      ]
    },
  )

  rule('are the same in each language', citing, (page) => {
    const idsOf = ({ main }: BuiltPage) => all(main, '[id^="source-"]').map((source) => attribute(source, 'id'))
    const spanish = citing.find(({ key, language }) => key === page.key && language === 'es')
    return unless(areSame(idsOf(page), spanish ? idsOf(spanish) : []), 'does not cite what the Spanish page cites.')
  })
})
