import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { countryName } from '../../src/content/read/organisation.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import { initialLanguage, type Language } from '../../src/shared/languages.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import type { PageKey } from '../../src/shared/pages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { fixedOffices, partnerCountries, picturesOfWelfarePage, words } from '../support/words.ts'
import {
  all,
  attribute,
  type BuiltPage,
  differs,
  each,
  hrefsIn,
  phoneLink,
  publicPages,
  readBuiltFile,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

const texts = readTexts(contentFolder)
const pagesOf = (key: BuiltPage['key']) => publicPages.filter((page) => page.key === key)
const articlePages = publicPages.filter(({ key }) => pages[key as PageKey] === 'article')

describe('what SPEC.md section 2 asks of each page', () => {
  const h2sOf = (page: BuiltPage) => all(page.main, 'h2').map(textOf)
  /** One failure unless the text holds all parts in this order. */
  const inOrder = (text: string, parts: string[]) => {
    const places = parts.map((part) => text.indexOf(part))
    return unless(
      parts.every((part) => part !== '') && places.every((place, index) => place > (places[index - 1] ?? -1)),
      `does not hold these in order: ${parts.map((part, index) => `${part.slice(0, 20)} ${places[index]}`).join(', ')}.`,
    )
  }
  const listsPartners = ({ main, language }: BuiltPage) => {
    const listed = all(main, 'li strong').map(textOf)
    return partnerCountries
      .map((code) => countryName(code, language))
      .flatMap((country) => unless(listed.includes(country), `lists no partner in ${country}.`))
  }
  const linksToOffices = (
    part: HTMLElement | null | undefined,
    language: Language,
    offices = shellOf(language).offices,
  ) => {
    const { email } = shellOf(language)
    return [`mailto:${email}`, ...offices.map(({ phone }) => phoneLink(phone))].flatMap((href) =>
      unless(hrefsIn(part).includes(href), `has no link ${href}.`),
    )
  }

  /** A link that opens a mail to the office with a subject, and with lines to fill in. */
  const beginsMail = (link: HTMLElement | undefined, language: Language) => {
    const { protocol, pathname, searchParams } = new URL(attribute(link, 'href'), 'https://nowhere.example')
    const lines = searchParams.get('body')?.split('\r\n') ?? []
    return [
      ...differs('mail', protocol + pathname, `mailto:${shellOf(language).email}`),
      ...unless(!!searchParams.get('subject') && lines.length > 3, 'begins a mail without a subject or lines.'),
      // Mail programs do not decode as forms do: a plus sign stays a plus sign, and a space must be %20 (RFC 6068).
      ...unless(!/[+\s]/.test(attribute(link, 'href')), 'begins a mail with signs that its reader takes as they are.'),
    ]
  }

  rule(
    'the home page has what people come for, services, articles, mission and partners, and a “Read more” for each article',
    pagesOf('home'),
    (page) => {
      const { help, services, article, mission, partners } = pageOf('home', page.language)
        .content as PageContents['home']
      const { readMore } = words[page.language]
      const links = all(page.main, 'a').filter((link) => textOf(link.querySelector('span')) === readMore)
      const first = articlePages.filter(({ language }) => language === page.language).slice(0, 3)
      return [
        ...differs(
          'sections',
          h2sOf(page),
          [help, services, article, mission, partners].map(({ title }) => title),
        ),
        ...differs(
          'services',
          all(page.main, 'section[aria-labelledby="services"] li h3').map(textOf),
          services.items.map(({ title }) => title),
        ),
        ...differs(
          'what people come for',
          hrefsIn(page.main.querySelector('section[aria-labelledby="help"]')),
          (['check_label', 'get_certified', 'contact'] as const).map((key) => addresses[key][page.language]),
        ),
        ...listsPartners(page),
        ...differs(
          'articles',
          links.map((link) => attribute(link, 'href')),
          first.map(({ address }) => address),
        ),
        // The label names the article for screen readers, and begins with the visible words for speech input.
        ...links.flatMap((link, index) => {
          const name = attribute(link, 'aria-label')
          const title = textOf(first[index]?.main.querySelector('h1'))
          return unless(
            name.startsWith(readMore) && name.includes(title) && textOf(link) === name,
            `a link is named ${name}.`,
          )
        }),
      ]
    },
  )

  rule(
    'the presentation has its eight parts, in order, and the contact information as links',
    pagesOf('presentation'),
    (page) => {
      const content = pageOf('presentation', page.language).content as PageContents['presentation']
      const { commitments, transparency, partners, why, conclusion, contact, thanks } = content
      const opening = textOf(page.main.querySelector('.prose p'))
      const parts = [commitments, transparency, partners, why, conclusion].map(({ title }) => title)
      return [
        ...inOrder(textOf(page.main), [opening, ...parts, thanks, contact.title]),
        ...listsPartners(page),
        ...linksToOffices(page.main, page.language, shellOf(page.language).offices.slice(0, fixedOffices.length)),
      ]
    },
  )

  rule(
    'the certification has a description, the chain, four activities and a conclusion',
    pagesOf('certification'),
    (page) => {
      const content = pageOf('certification', page.language).content as PageContents['certification']
      const { training, traceability, quality, legal, conclusion, chain } = content
      const activities = [training, traceability, quality, legal].map(({ title }) => title)
      const { title: _title, lead: _lead, out: _out, ...steps } = chain
      const drawn = all(page.main, 'section[aria-labelledby="chain"] > ol > li').map(textOf)
      return [
        ...inOrder(textOf(page.main), [textOf(page.main.querySelector('.prose p')), ...activities, conclusion.title]),
        ...differs('activities', all(page.main, 'h3').map(textOf), activities),
        ...differs('steps', drawn.length, Object.keys(steps).length),
        ...Object.values(steps).flatMap((step, index) =>
          [step.title, ...step.points, ...('out' in step ? [step.out] : [])].flatMap((said) =>
            unless(drawn[index]?.includes(said) === true, `step ${index + 1} does not say “${said}”.`),
          ),
        ),
      ]
    },
  )

  rule(
    'the page on labels answers with a mail that is begun, and shows the specimen with the numbers of its steps',
    pagesOf('check_label'),
    (page) => {
      const { shop, answer, sending, report } = pageOf('check_label', page.language)
        .content as PageContents['check-label']
      const [action] = all(page.main, 'header a')
      const specimen = parse(readBuiltFile(each(page.main, 'figure img', 'src')[0] ?? ''))
      const numbers = all(specimen, '.number').map(textOf)
      return [
        ...inOrder(textOf(page.main), [answer, shop.title, ...shop.steps.map(({ title }) => title), sending.title]),
        ...beginsMail(action, page.language),
        ...differs('steps', all(page.main, 'section[aria-labelledby="shop"] ol > li').length, numbers.length + 1),
        ...differs('numbers', numbers, ['1', '2', '3', '4']),
        // An anonymous report is made by telephone, so the numbers must be there.
        ...linksToOffices(page.main.querySelector('#report'), page.language),
        ...unless(all(page.main, '#report h2').map(textOf)[0] === report.title, 'has no part on reporting.'),
      ]
    },
  )

  rule(
    'the page on getting certified has the whole way, the documents, and how to appeal',
    pagesOf('get_certified'),
    (page) => {
      const content = pageOf('get_certified', page.language).content as PageContents['get-certified']
      const { title: _title, lead: _lead, out: _out, company: _company, ours: _ours, ...steps } = content.chain
      const drawn = all(page.main, 'section[aria-labelledby="chain"] > ol > li').map(textOf)
      const listed = all(page.main, '#documents ul ul li').map(textOf)
      return [
        ...beginsMail(all(page.main, 'header a')[0], page.language),
        ...differs('steps', drawn.length, Object.keys(steps).length),
        ...Object.values(steps).flatMap((step, index) =>
          Object.values(step).flatMap((said) =>
            unless(drawn[index]?.includes(said) === true, `step ${index + 1} does not say “${said}”.`),
          ),
        ),
        ...differs(
          'documents',
          listed,
          content.documents.groups.flatMap(({ items }) => items),
        ),
        ...(['cost', 'decides', 'appeal', 'changes'] as const).flatMap((part) =>
          differs(part, textOf(page.main.querySelector(`#${part} h2`)), content[part].title),
        ),
      ]
    },
  )

  rule('the contact page has e-mail, postal addresses, and telephones of every office', pagesOf('contact'), (page) => {
    const { main, language } = page
    const details = main.querySelector('section[aria-labelledby="details"]')
    return [
      ...linksToOffices(details, language),
      ...shellOf(language).offices.flatMap(({ address }) =>
        unless(textOf(details).includes(address), `does not name ${address}.`),
      ),
    ]
  })

  // So each article can be reached from the one before it, however many there are.
  rule(
    'an article leads to its neighbours, in a round, and a long one begins with its contents',
    articlePages,
    (page) => {
      const own = articlePages.filter(({ language }) => language === page.language).map(({ address }) => address)
      const place = own.indexOf(page.address)
      const links = all(page.main, 'nav[aria-labelledby="contents"] a').map((link) => [
        attribute(link, 'href'),
        textOf(link),
      ])
      const headings = all(page.main, '.prose h2').map((heading) => [`#${attribute(heading, 'id')}`, textOf(heading)])
      const others = hrefsIn(page.main.querySelector('nav[aria-labelledby="others"]'))
      return [
        ...differs('neighbours', others, [own.at(place - 1), own[(place + 1) % own.length]]),
        ...differs('contents', links, headings.length < 4 ? [] : headings),
      ]
    },
  )

  rule('a pull quote names a source that is listed, and is not read aloud twice', articlePages, ({ main }) => {
    const sources = textOf(main.querySelector('section[aria-labelledby="sources"]'))
    return all(main, 'blockquote').flatMap((quote) => [
      ...differs('hidden', attribute(quote, 'aria-hidden'), 'true'),
      ...unless(sources.includes(textOf(quote.querySelector('cite'))), 'quotes a source that it does not list.'),
    ])
  })
})

describe('pictures', () => {
  const drawnPages = publicPages.filter(({ main }) => main.querySelector('figure') !== null)
  const drawingsOf = ({ main }: BuiltPage) => each(main, 'figure img', 'src').map(readBuiltFile)
  const wordsIn = (drawing: string) =>
    parse(drawing)
      .querySelectorAll('text')
      .map(({ text }) => text.trim())
      .filter((text) => /\p{Letter}/u.test(text))
  /** The body's name, and texts without small letters: codes, such as those in a plant's oval mark. */
  const isSameEverywhere = (text: string, language: Language) =>
    text === shellOf(language).name || !/\p{Lowercase}/u.test(text)

  rule(
    'of the animal welfare page are four, under names of its language',
    pagesOf('bienestar_animal'),
    ({ main, language }) => {
      const { pictures } = texts[language].bienestar_animal as { pictures: Record<string, { file: string }> }
      const names = each(main, 'figure img', 'src').map((src) => /\/pictures\/(.+)-[\w-]{8}\.svg$/.exec(src)?.[1])
      return [
        ...differs(
          'pictures',
          names,
          Object.values(pictures).map(({ file }) => file),
        ),
        ...differs('number of pictures', names.length, picturesOfWelfarePage),
        ...each(main, 'figure img', 'alt')
          .filter((alt) => alt.length < 40)
          .map((alt) => `a picture is named, not told: “${alt}”.`),
      ]
    },
  )

  rule('say their language and their words in it, and none of another', drawnPages, (page) => {
    const others = drawnPages.filter(({ key, language }) => key === page.key && language !== page.language)
    const foreign = new Set(others.flatMap(drawingsOf).flatMap(wordsIn))
    return drawingsOf(page).flatMap((drawing) => [
      ...differs('lang', attribute(parse(drawing).querySelector('svg'), 'lang'), page.language),
      ...unless(wordsIn(drawing).length > 0 && !drawing.includes('{{'), 'has a picture without its words.'),
      ...wordsIn(drawing)
        .filter((text) => foreign.has(text) && !isSameEverywhere(text, page.language))
        .map((text) => `a picture says “${text}” in every language.`),
    ])
  })
})

describe('sources', () => {
  const citing = publicPages.filter(({ main }) => main.querySelector('[id^="source-"]') !== null)
  const idsOf = ({ main }: BuiltPage) => each(main, '[id^="source-"]', 'id')

  const sourced = [
    'presentation',
    'certification',
    'check_label',
    'get_certified',
    'questions',
    'legal_notice',
    'privacy',
    'accessibility',
  ] as const

  test('stand on every page that says what religion or the law asks, in each language', () => {
    const wanted = [...sourced.flatMap((key) => pagesOf(key)), ...articlePages]
    expect(citing.map(({ address }) => address).sort()).toEqual(wanted.map(({ address }) => address).sort())
  })

  rule('are numbered in the order of their first call, to which they lead back', citing, (page) => {
    const { reference } = texts[page.language].article as { reference: string }
    const calls = all(page.main, 'sup a')
    const order = [...new Set(calls.map((call) => attribute(call, 'href')))]
    return [
      ...differs(
        'calls',
        order,
        idsOf(page).map((id) => `#${id}`),
      ),
      ...calls.flatMap((call) => {
        const number = String(order.indexOf(attribute(call, 'href')) + 1)
        const name = reference.replace('{{number}}', number)
        return differs('call', [textOf(call), attribute(call, 'aria-label')], [number, name])
      }),
      ...all(page.main, '[id^="source-"]').flatMap((source, index) => {
        const first = calls.find((call) => attribute(call, 'href') === `#${attribute(source, 'id')}`)
        const back = all(source, 'a').at(-1)
        return [
          ...differs('way back', attribute(back, 'href'), `#${attribute(first, 'id')}`),
          ...unless(
            textOf(back).includes(`(${index + 1})`),
            `the link back from source ${index + 1} does not name it.`,
          ),
        ]
      }),
    ]
  })

  rule('are the same in each language', citing, (page) => {
    const reference = citing.find(({ key, language }) => key === page.key && language === initialLanguage)
    return differs('sources', idsOf(page).sort(), reference && idsOf(reference).sort())
  })
})
