import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { readOrganisation } from '../../src/content/read/organisation.ts'
import { allLanguages, type Language, languageOf } from '../../src/shared/languages.ts'
import { ownFontsAttribute } from '../../src/shared/own-fonts.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import { navigationPages } from '../../src/shared/pages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { fixedOffices, languageNames, picturesOfWelfarePage, unexpectedTitle, words } from '../support/words.ts'
import {
  addressIn,
  all,
  attribute,
  type BuiltPage,
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

const pagesOf = (key: BuiltPage['key']) => publicPages.filter((page) => page.key === key)

describe('header', () => {
  rule('has the pages of the navigation under their words, with the current one marked', everyPage, (page) => {
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

  rule('leads to the same page in each language, with its flag, and marks the current one', everyPage, (page) => {
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

  rule('has a skip link first, and the hero on the home page only', everyPage, ({ root, key, language }) => [
    ...differs('first control', attribute(root.querySelector('body')?.querySelector('a, button'), 'href'), '#main'),
    ...differs('hero', all(root, '#app > header h1').map(textOf), key === 'home' ? [words[language].heroTitle] : []),
  ])
})

describe('footer', () => {
  rule('has every office, its telephone and the e-mail address as links, and the copyright', everyPage, (page) => {
    const { offices, email } = shellOf(page.language)
    const links = hrefsIn(page.root.querySelector('footer'))
    return [
      ...[`mailto:${email}`, ...offices.flatMap(({ phone, map }) => [phoneLink(phone), map.locator])].flatMap((href) =>
        unless(links.includes(href), `has no link ${href}.`),
      ),
      ...unless(all(page.root, 'footer p').map(textOf).includes(words[page.language].copyright), 'has no copyright.'),
    ]
  })

  rule('has the map of the first office, in a sandboxed frame that names it', everyPage, ({ root, language }) => {
    const [office] = shellOf(language).offices
    const frame = root.querySelector('footer iframe')
    return [
      ...differs('office', office?.id, fixedOffices[0]),
      ...unless(all(root, 'footer h2').map(textOf).includes(words[language].mapHeading), 'has no heading of the map.'),
      ...differs('frame', attribute(frame, 'src'), office?.map.locator),
      ...unless(attribute(frame, 'title').includes(office?.city ?? ''), 'the frame does not name the office.'),
      ...unless(frame?.hasAttribute('sandbox') === true, 'the frame is not sandboxed.'),
    ]
  })
})

test.each(allLanguages)('the fixed words that are shown only at times, in %s', (language) => {
  const { texts } = shellOf(language)
  const { form } = pageOf('contact', language).content as PageContents['contact']
  const { accept, refuse, loading, send, formFailure, formSuccess } = words[language]
  expect(texts.cookies).toMatchObject({ accept, refuse })
  expect(texts.errors).toMatchObject({ loading, unexpected: { title: unexpectedTitle } })
  expect(form).toMatchObject({ send, failure: formFailure, success: formSuccess })
})

describe('what single pages must have', () => {
  const linksToOffices = (page: BuiltPage, selector: string) => {
    const links = hrefsIn(page.main.querySelector(selector))
    const { email, offices } = shellOf(page.language)
    return [`mailto:${email}`, ...offices.map(({ phone }) => phoneLink(phone))].flatMap((href) =>
      unless(links.includes(href), `has no link ${href}.`),
    )
  }

  rule('the home page leads to what people come for, and by “Read more” to three articles', pagesOf('home'), (page) => {
    const { readMore } = words[page.language]
    const links = all(page.main, 'a').filter((link) => textOf(link.querySelector('span')) === readMore)
    const helped = hrefsIn(page.main.querySelector('section'))
    return [
      ...differs(
        'what people come for',
        helped,
        (['check_label', 'get_certified', 'questions'] as const).map((key) => addresses[key][page.language]),
      ),
      ...differs('articles', links.length, 3),
      // The label names the article for screen readers, and begins with the visible words for speech input.
      ...links.flatMap((link) => {
        const article = publicPages.find(({ address }) => address === attribute(link, 'href'))
        const title = textOf(article?.main.querySelector('h1'))
        const name = attribute(link, 'aria-label')
        return unless(
          title !== '' && name.startsWith(readMore) && name.includes(title),
          `a “${readMore}” is named ${name}.`,
        )
      }),
    ]
  })

  rule('the contact page has the offices as links, and leads to the privacy notice', pagesOf('contact'), (page) => [
    ...linksToOffices(page, 'section[aria-labelledby="details"]'),
    ...unless(
      hrefsIn(page.main.querySelector('aside')).includes(addresses.privacy[page.language]),
      'the notice beside the form does not lead to the whole one.',
    ),
  ])

  // An anonymous report is made by telephone.
  rule('the page on labels begins a mail, and lists the offices for a report', pagesOf('check_label'), (page) => {
    const href = attribute(all(page.main, 'header a')[0], 'href')
    return [
      // Mail programs take a plus sign as it is: a space must be %20 (RFC 6068).
      ...unless(/^mailto:[^?]+\?subject=[^&+\s]+&body=[^+\s]+$/.test(href), `begins no mail: ${href}`),
      ...linksToOffices(page, '#report'),
    ]
  })

  const articles = publicPages.filter(({ key }) => key !== 'not-found' && pages[key] === 'article')
  rule('an article leads to its two neighbours, so that each can be reached', articles, (page) => {
    const own = articles.filter(({ language }) => language === page.language).map(({ address }) => address)
    const index = own.indexOf(page.address)
    const others = hrefsIn(page.main.querySelector('nav[aria-labelledby="others"]'))
    return differs('neighbours', others, [own.at(index - 1), own[(index + 1) % own.length]])
  })
})

describe('pictures', () => {
  const drawnPages = publicPages.filter(({ main }) => main.querySelector('figure') !== null)
  const sourcesOf = ({ main }: BuiltPage) => each(main, 'figure img', 'src')

  rule(
    'of the animal welfare page are four, with other file names in each language',
    pagesOf('bienestar_animal'),
    (page) => {
      const names = sourcesOf(page).map((src) => /\/pictures\/(.+)-[\w-]{8}\.svg$/.exec(src)?.[1] ?? src)
      const foreign = pagesOf('bienestar_animal')
        .filter(({ language }) => language !== page.language)
        .flatMap(sourcesOf)
      return [
        ...differs('number of pictures', names.length, picturesOfWelfarePage),
        ...names
          .filter((name) => foreign.some((src) => src.includes(`/${name}-`)))
          .map((name) => `${name} is named so in two languages.`),
      ]
    },
  )

  rule('are marked with their language, and described', drawnPages, (page) => [
    ...sourcesOf(page).flatMap((src) =>
      unless(readBuiltFile(src).includes(`lang="${page.language}"`), `${src}: lang.`),
    ),
    ...each(page.main, 'figure img', 'alt').flatMap((alt) => unless(alt !== '', 'a picture is not described.')),
  ])

  rule('have a width and a height', everyPage, ({ root }) =>
    all(root, 'img')
      .filter((image) => !['width', 'height'].every((name) => attribute(image, name) !== ''))
      .map((image) => `${attribute(image, 'src')} has no size: the page would jump when it arrives.`),
  )
})

rule('a source is numbered in the order of its first reference, and leads back to it', everyPage, (page) => {
  const calls = all(page.main, 'sup a')
  const order = [...new Set(calls.map((call) => attribute(call, 'href')))]
  return [
    ...differs(
      'references',
      order,
      each(page.main, '[id^="source-"]', 'id').map((id) => `#${id}`),
    ),
    ...calls.flatMap((call) => differs('number', textOf(call), String(order.indexOf(attribute(call, 'href')) + 1))),
    ...all(page.main, '[id^="source-"]').flatMap((source) => {
      const first = calls.find((call) => attribute(call, 'href') === `#${attribute(source, 'id')}`)
      return differs('way back', attribute(all(source, 'a').at(-1), 'href'), `#${attribute(first, 'id')}`)
    }),
  ]
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
        ...['aria-label', 'title', 'alt'].map((name) => attribute(element, name)),
      ])
    return [...new Set(shown)].filter((text) => foreign.has(text)).map((text) => `says “${text}”, another language’s.`)
  })

  rule('marks Arabic script as Arabic', everyPage, ({ root }) =>
    all(root, 'body *:not(script)')
      .filter(({ childNodes }) =>
        childNodes.some(({ nodeType, text }) => nodeType === 3 && /[\u0600-\u06ff\ufb50-\ufdff]/.test(text)),
      )
      .filter((element) => element.closest('[lang="ar"][dir="rtl"]') === null)
      .map((element) => `“${textOf(element)}” holds Arabic script without lang="ar" and dir="rtl".`),
  )

  rule('shows no placeholder that nobody filled', everyPage, ({ html }) => html.match(/\{\{[^}]*\}\}/g) ?? [])
})

describe('links', () => {
  rule(
    'within the site lead to a page or file that is there, in the page’s language',
    everyPage,
    ({ root, language }) =>
      all(root, 'a[href^="/"]').flatMap((link) => {
        const address = addressIn(attribute(link, 'href'))
        const isChoice = attribute(link, 'hreflang') !== ''
        const isPage = publicPages.some((page) => page.address === address)
        return [
          ...unless(
            isPage || (address in builtSite.files && !isNotFound(address)),
            `leads to ${address}, which is not there.`,
          ),
          ...unless(
            isChoice || !isPage || languageOf(address) === language,
            `leads to ${address}, in another language.`,
          ),
        ]
      }),
  )
  const isNotFound = (address: string) => Object.values(builtSite.notFound).includes(address)

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
    const links = all(root, 'a').map((link) => [attribute(link, 'aria-label') || textOf(link), attribute(link, 'href')])
    return Object.entries(Object.groupBy(links, ([name = '']) => name))
      .map(([name, same = []]) => [name, new Set(same.map(([, href]) => href))] as const)
      .filter(([, hrefs]) => hrefs.size > 1)
      .map(([name, hrefs]) => `“${name}” leads to ${[...hrefs].join(' and to ')}.`)
  })

  const authorities = Object.values(readOrganisation(contentFolder).organisation.authorities)
  rule('to other hosts send no referrer, and lead to the maps service or an authority', everyPage, (page) => {
    const known = [...shellOf(page.language).offices.map(({ map }) => map.page), ...authorities]
    return all(page.root, 'a[href^="http"], a[href^="//"]')
      .filter((link) => !known.includes(attribute(link, 'href')) || !attribute(link, 'rel').includes('noreferrer'))
      .map((link) => `leads to ${attribute(link, 'href')}.`)
  })

  test.each(allLanguages)('lead from the home page to every other page, in %s', (language) => {
    const own = publicPages.filter((page) => page.language === language)
    const reached = new Set<string>([addresses.home[language]])
    // A set may grow while it is walked: whatever a page leads to is visited in its turn.
    for (const address of reached)
      for (const href of hrefsIn(own.find((page) => page.address === address)?.root))
        if (own.some((page) => page.address === addressIn(href))) reached.add(addressIn(href))
    expect([...reached].sort()).toEqual(own.map(({ address }) => address).sort())
  })
})

describe('safety and speed', () => {
  // That the policy names the two scripts is tested in serving.test.ts.
  rule('has no style and no script in attributes, and no script but its own two', everyPage, ({ root }) => [
    ...all(root, '*').flatMap((element) =>
      Object.keys(element.attributes)
        .filter((name) => /^(style$|on)/i.test(name))
        .map((name) => `<${element.rawTagName} ${name}>: the content security policy forbids it.`),
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
    const elements = all(root, '[src], [srcset], [poster], [data], link, use, image')
    const loaded = elements
      .filter((element) => !['canonical', 'alternate'].includes(attribute(element, 'rel')))
      .flatMap((element) => ['src', 'href', 'poster', 'data', 'srcset'].map((name) => attribute(element, name)))
      .flatMap((value) => value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? ''))
    const styled = all(root, 'style').flatMap(({ textContent }) =>
      [...textContent.matchAll(/url\(["']?([^"')]+)/g)].map(([, address = '']) => address),
    )
    return [...loaded, ...styled, ...(html.match(/@import[^;]+/g) ?? [])]
      .filter((address) => address !== '' && !address.startsWith('#'))
      .filter((address) => !/^\/[^/]/.test(address) || !(addressIn(address) in builtSite.files))
      .map((address) => `loads ${address}, which is not there, or is another’s.`)
  })
})
