import type { HTMLElement } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readOrganisation } from '../../src/content/read/organisation.ts'
import { allLanguages, type Language, languageOf } from '../../src/shared/languages.ts'
import { ownFontsAttribute } from '../../src/shared/own-fonts.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import { navigationPages } from '../../src/shared/pages.ts'
import { headingPrefix } from '../../src/shared/rich-text.ts'
import { addresses } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { fixedOffices, languageNames, unexpectedTitle, words } from '../support/words.ts'
import {
  addressIn,
  all,
  attribute,
  builtSite,
  differs,
  each,
  everyPage,
  hrefsIn,
  phoneLink,
  publicPages,
  readBuiltFile,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

const authorities = Object.values(readOrganisation(contentFolder).organisation.authorities)

describe('header', () => {
  rule('has the pages of the navigation under their words, the current one marked', everyPage, (page) => {
    const { label } = shellOf(page.language).texts.navbar
    const nav = all(page.root, 'header nav').find((nav) => attribute(nav, 'aria-label') === label)
    const links = all(nav, 'a').map((link) => [textOf(link), attribute(link, 'href'), attribute(link, 'aria-current')])
    const wanted = navigationPages.map((key) => [
      words[page.language].navigation[key],
      addresses[key][page.language],
      key === page.key ? 'page' : '',
    ])
    return differs('navigation', links, wanted)
  })

  rule('has a logo that leads home, and a link to the content before all else', everyPage, ({ root, language }) => {
    const { name, texts } = shellOf(language)
    const logo = all(root, 'header a').find((link) => textOf(link) === name)
    const first = root.querySelector('body')?.querySelector('a, button, input')
    return [
      ...differs('logo', attribute(logo, 'href'), addresses.home[language]),
      ...differs('first control', [attribute(first, 'href'), textOf(first)], ['#main', texts.navbar.skip]),
    ]
  })

  rule('leads to the same page in each language, with its flag, the current one marked', everyPage, (page) => {
    const names = ['href', 'lang', 'hreflang', 'aria-current']
    const links = all(page.root, 'header a[lang]').map((link) => [
      ...names.map((name) => attribute(link, name)),
      textOf(link),
      link.querySelector('svg') !== null,
    ])
    const wanted = allLanguages.map((language) => {
      const current = language === page.language ? 'true' : ''
      return [page.addresses[language], language, language, current, languageNames[language], true]
    })
    return differs('languages', links, wanted)
  })

  rule('has the hero on the home page alone', everyPage, ({ root, key, language }) =>
    differs('hero', all(root, '#app > header h1').map(textOf), key === 'home' ? [words[language].heroTitle] : []),
  )
})

describe('footer', () => {
  test.each(allLanguages)('begins with the offices of SPEC.md section 2, in %s', (language) => {
    expect(
      shellOf(language)
        .offices.slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(fixedOffices)
  })

  rule('has every office, its telephone and the e-mail address as links', everyPage, ({ root, language }) => {
    const { offices, email } = shellOf(language)
    const links = all(root, 'footer a').map((link) => `${attribute(link, 'href')} ${textOf(link)}`)
    const wanted = [
      `mailto:${email} ${email}`,
      ...offices.flatMap(({ address, phone, map }) => [`${phoneLink(phone)} ${phone}`, `${map.locator} ${address}`]),
    ]
    return wanted.flatMap((start) =>
      unless(
        links.some((link) => link.startsWith(start)),
        `has no link ${start}.`,
      ),
    )
  })

  rule(
    'has the map of the first office under its heading, in a frame that says so',
    everyPage,
    ({ root, language }) => {
      const [office] = shellOf(language).offices
      const frame = root.querySelector('footer iframe')
      return [
        ...unless(
          all(root, 'footer h2').map(textOf).includes(words[language].mapHeading),
          'has no heading of the map.',
        ),
        ...differs('frame', attribute(frame, 'src'), office?.map.locator),
        ...unless(
          attribute(frame, 'title').includes(office?.city ?? ''),
          'the frame does not say which office it shows.',
        ),
        ...unless(frame?.hasAttribute('sandbox') === true, 'the frame is not sandboxed.'),
        ...unless(all(root, 'footer p').map(textOf).includes(words[language].copyright), 'has no copyright line.'),
      ]
    },
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

test.each(allLanguages)('the words of DESIGN.md section 1 that show only at times, in %s', (language) => {
  const { texts } = shellOf(language)
  const { form } = pageOf('contact', language).content as PageContents['contact']
  const { accept, refuse, loading, send, formFailure, formSuccess } = words[language]
  expect(texts.cookies).toMatchObject({ accept, refuse })
  expect(texts.errors).toMatchObject({ loading, unexpected: { title: unexpectedTitle } })
  expect(texts.errors.unexpected.text).not.toBe('')
  expect(form).toMatchObject({ send, failure: formFailure, success: formSuccess })
  const { message, types } = texts.errors.load
  expect(message).toMatch(/\{\{type\}\}[\s\S]*\{\{address\}\}/)
  for (const type of ['missing', 'error', 'timeout'] as const) expect(types[type]).toContain(`(${type})`)
})

describe('one language a page', () => {
  const fixedWordsOf = (language: Language) =>
    Object.values(words[language]).flatMap((entry): string[] =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )

  rule('has no wording of another language', everyPage, (page) => {
    const own = new Set(fixedWordsOf(page.language))
    const foreign = new Set(allLanguages.flatMap(fixedWordsOf).filter((wording) => !own.has(wording)))
    const shown = all(page.root, 'body *')
      .filter((element) => element.tagName !== 'SCRIPT')
      .flatMap((element) => [
        textOf(element),
        ...['aria-label', 'title', 'alt', 'value', 'placeholder'].map((name) => attribute(element, name)),
      ])
    return [...new Set(shown)].filter((text) => foreign.has(text)).map((text) => `says “${text}”, another language’s.`)
  })

  rule('marks other languages by known tags, and Arabic script as Arabic', everyPage, ({ root }) => [
    ...each(root, 'body [lang]', 'lang')
      .filter((tag) => ![...allLanguages, 'ar', 'ar-Latn'].includes(tag))
      .map((tag) => `lang="${tag}" is not expected.`),
    ...all(root, 'body *')
      .filter((element) => element.tagName !== 'SCRIPT')
      .map((element) => ({
        element,
        own: element.childNodes
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ text }) => text)
          .join(''),
      }))
      .filter(({ own }) => /[\u0600-\u06ff\ufb50-\ufdff]/.test(own))
      .filter(({ element }) => element.closest('[lang="ar"][dir="rtl"]') === null)
      .map(({ own }) => `“${own}” holds Arabic script without lang="ar" and dir="rtl".`),
  ])
})

describe('structure', () => {
  // Headings in order, ids, alternative texts and the words of links: tests/build/html.test.ts.
  // With a lasting tabindex, screen readers call the heading clickable: script adds one only while the focus is there.
  rule(
    'has no h1 with a tabindex, and ids of the kind that headings of texts have only on those',
    everyPage,
    (page) => [
      ...differs('h1 with a tabindex', all(page.root, 'h1[tabindex]').map(textOf), []),
      ...all(page.root, `[id^="${headingPrefix}"]:not(h2)`).map(
        (element) => `has the id "${attribute(element, 'id')}".`,
      ),
    ],
  )

  rule('has a width and a height for every picture', everyPage, ({ root }) =>
    all(root, 'img')
      .filter((image) => !['width', 'height'].every((name) => attribute(image, name) !== ''))
      .map((image) => `${attribute(image, 'src')} has no size: the page would jump when it arrives.`),
  )

  rule('shows no placeholder that nobody filled', everyPage, ({ html }) => html.match(/\{\{[^}]*\}\}/g) ?? [])
})

describe('links', () => {
  rule(
    'within the site lead to a page or file that is there, in the page’s language',
    everyPage,
    ({ root, language }) =>
      all(root, 'a')
        .filter((link) => attribute(link, 'href').startsWith('/'))
        .map((link) => ({ address: addressIn(attribute(link, 'href')), isChoice: attribute(link, 'hreflang') !== '' }))
        .flatMap(({ address, isChoice }) => [
          ...unless(
            address in builtSite.files && !Object.values(builtSite.notFound).includes(address),
            `leads to ${address}, where no page is.`,
          ),
          ...unless(
            isChoice || languageOf(address) === language || !everyPage.some((page) => page.address === address),
            `leads to ${address}, which is in another language.`,
          ),
        ]),
  )

  rule('to a fragment lead to an id that is there', everyPage, (page) =>
    hrefsIn(page.root)
      .filter((href) => /^\/.*#|^#|^$/.test(href))
      .filter((href) => {
        const [path = '', fragment = ''] = href.split('#')
        const target = path === '' ? page : everyPage.find(({ address }) => address === addressIn(path))
        return !each(target?.root, '[id]', 'id').includes(decodeURIComponent(fragment))
      })
      .map((href) => `leads to ${href}, but nothing there has that id.`),
  )

  rule('of the same name lead to the same address', everyPage, ({ root }) => {
    const targets = new Map<string, Set<string>>()
    for (const link of all(root, 'a')) {
      const name = attribute(link, 'aria-label') || textOf(link)
      targets.set(name, (targets.get(name) ?? new Set()).add(attribute(link, 'href')))
    }
    return [...targets]
      .filter(([, addresses]) => addresses.size > 1)
      .map(([name, addresses]) => `“${name}” leads to ${[...addresses].join(' and to ')}.`)
  })

  rule('to other hosts say nothing of the visitor, and lead to the maps service or an authority', everyPage, (page) => {
    const known = [...shellOf(page.language).offices.map(({ map }) => map.page), ...authorities]
    return all(page.root, 'a')
      .filter((link) => /^https?:|^\/\//.test(attribute(link, 'href')))
      .filter((link) => !known.includes(attribute(link, 'href')) || !attribute(link, 'rel').includes('noreferrer'))
      .map((link) => `leads to ${attribute(link, 'href')}, which nobody knows or which is told where from.`)
  })

  test.each(allLanguages)('lead from the home page to every other page, in %s', (language) => {
    const reached = new Set<string>([addresses.home[language]])
    // A set may grow while it is walked: whatever a page leads to is visited in its turn.
    for (const address of reached)
      for (const href of hrefsIn(publicPages.find((page) => page.address === address)?.root))
        if (publicPages.some((page) => page.language === language && page.address === addressIn(href)))
          reached.add(addressIn(href))
    expect([...reached].sort()).toEqual(
      Object.values(addresses)
        .map((page) => page[language])
        .sort(),
    )
  })
})

describe('safety and speed', () => {
  /** The files that a page's own style asks for; not the parts of its drawings that attributes name by a fragment. */
  const styledAddressesOf = (root: HTMLElement) =>
    all(root, 'style').flatMap((style) =>
      [...style.textContent.matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1] ?? ''),
    )

  // That the policy names the two scripts is tests/build/serving.test.ts.
  rule('carries no style and no script in attributes, and no script but its own two', everyPage, ({ root }) => [
    ...all(root, '*').flatMap((element) =>
      Object.keys(element.attributes)
        .filter((name) => /^(style$|on)/i.test(name))
        .map((name) => `<${element.rawTagName} ${name}>: the content security policy refuses it.`),
    ),
    ...differs(
      'scripts',
      each(root, 'script', 'type').filter((type) => !type.endsWith('json')),
      ['', 'speculationrules'],
    ),
  ])

  rule('loads no script before its first paint, and no style sheet to wait for', everyPage, ({ root }) => [
    ...all(root, 'script[src], link[rel="modulepreload"], link[rel="preload"], link[rel="stylesheet"]').map(
      (element) => `loads ${attribute(element, 'src') || attribute(element, 'href')} at once.`,
    ),
    ...differs('style elements', all(root, 'style:not([media])').length, 1),
    ...differs('fonts of its own without script', all(root, `html[${ownFontsAttribute}]`).length, 1),
  ])

  rule('loads only files that are there, and asks no other host', everyPage, ({ root, html }) => {
    const loaded = all(root, '[src], [srcset], [poster], [data], link, use, image')
      .filter((element) => !['canonical', 'alternate'].includes(attribute(element, 'rel')))
      .flatMap((element) => [
        ...['src', 'href', 'poster', 'data'].map((name) => attribute(element, name)),
        ...attribute(element, 'srcset')
          .split(',')
          .map((candidate) => candidate.trim().split(/\s/)[0] ?? ''),
      ])
      .filter((address) => address !== '' && !address.startsWith('#'))
    return [...loaded, ...styledAddressesOf(root), ...(html.match(/@import[^;]+/g) ?? [])]
      .filter(
        (address) => !address.startsWith('/') || address.startsWith('//') || !(addressIn(address) in builtSite.files),
      )
      .map((address) => `loads ${address}, which is not there, or is another’s.`)
  })
})
