import { contentFolder } from '../../src/content/content.ts'
import { localise, type Organisation, readOrganisation } from '../../src/content/read/organisation.ts'
import { allLanguages, initialLanguage, type Language } from '../../src/shared/languages.ts'
import { navigationPages } from '../../src/shared/pages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { words } from '../support/words.ts'
import { absolute, type BuiltPage, everyPage, publicPages, readBuiltFile, rule, textOf } from './built-pages.ts'

type Thing = { '@type'?: string; '@id'?: string; [property: string]: unknown }

const { organisation } = readOrganisation(contentFolder)
const blocksOf = ({ root }: BuiltPage) => root.querySelectorAll('script[type="application/ld+json"]')

/** The top-level entries of a page's structured data. */
function thingsOf(page: BuiltPage): Thing[] {
  return blocksOf(page).flatMap((block) => JSON.parse(block.textContent)['@graph'] ?? [])
}

const thingOf = (page: BuiltPage, type: string) => thingsOf(page).find((thing) => thing['@type'] === type)

/** One failure for every property that is not as it should be. */
const differences = (thing: Thing | undefined, wanted: Record<string, unknown>) =>
  Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(thing?.[name]) !== JSON.stringify(value))
    .map(
      ([name, value]) =>
        `its JSON-LD says ${name} ${JSON.stringify(thing?.[name])}, not ${JSON.stringify(value)}. See src/build/structured-data.ts.`,
    )

/** Every object within a value, itself included. */
function* within(value: unknown): Generator<Thing> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Thing
  for (const part of Object.values(value)) yield* within(part)
}

rule('a page has one block of structured data, in schema.org’s vocabulary', publicPages, (page) => {
  const blocks = blocksOf(page)
  if (blocks.length !== 1) return [`has ${blocks.length} JSON-LD blocks. Give it one.`]
  const { '@context': context, '@graph': graph } = JSON.parse(blocks[0]?.textContent ?? '')
  return context === 'https://schema.org' && Array.isArray(graph) && graph.length > 0
    ? []
    : ['its JSON-LD is no graph of schema.org.']
})

rule(
  'a not-found page describes nothing',
  everyPage.filter(({ key }) => key === 'not-found'),
  (page) => (blocksOf(page).length === 0 ? [] : ['has JSON-LD. It is no page of its own: remove it.']),
)

rule('structured data hold no empty value, no unfilled placeholder and no date', publicPages, (page) =>
  thingsOf(page)
    .flatMap((thing) => [...within(thing)])
    .flatMap((thing) => Object.entries(thing))
    .filter(([name, value]) => value === '' || value === null || /\{\{/.test(String(value)) || /^date/.test(name))
    .map(
      ([name, value]) => `its JSON-LD has ${name} ${JSON.stringify(value)}. Leave out what the content does not have.`,
    ),
)

rule(
  'home and contact describe the organisation with both offices, as content/organisation.yml does',
  publicPages.filter(({ key }) => key === 'home' || key === 'contact'),
  (page) => {
    const found = thingOf(page, 'Organization')
    return [
      ...differences(found, {
        '@id': absolute('/#organization'),
        name: organisation.name,
        url: absolute('/'),
        email: organisation.email,
        location: organisation.offices.map((office) => placeOf(office, page.language)),
      }),
      ...logoFailures(found?.logo),
    ]
  },
)

function placeOf({ city, street, postal_code, country, phone }: Organisation['offices'][number], language: Language) {
  const name = localise(city, language)
  return {
    '@type': 'Place',
    name,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      ...(localise(street, language) && { streetAddress: localise(street, language) }),
      ...(postal_code && { postalCode: postal_code }),
      addressLocality: name,
      addressCountry: country,
    },
  }
}

/** A logo is a file of the site. */
function logoFailures(logo: unknown): string[] {
  const { pathname, href } = new URL(String(logo))
  readBuiltFile(pathname)
  return href === absolute(pathname) ? [] : [`its logo is ${logo}, on another host.`]
}

rule(
  'home describes the web site and its languages',
  publicPages.filter(({ key }) => key === 'home'),
  (page) =>
    differences(thingOf(page, 'WebSite'), {
      '@id': absolute('/#website'),
      name: organisation.name,
      url: absolute(addresses.home[initialLanguage]),
      inLanguage: allLanguages,
      publisher: { '@id': absolute('/#organization') },
    }),
)

rule(
  'every other page says its way from the home page, in the words of its links',
  publicPages.filter(({ key }) => key !== 'home'),
  (page) => {
    const { navigation } = words[page.language]
    const inNavigation = navigationPages.find((key) => key === page.key)
    const steps = [
      [navigation.home, addresses.home[page.language]],
      [inNavigation ? navigation[inNavigation] : textOf(page.root.querySelector('h1')), page.address],
    ]
    return differences(thingOf(page, 'BreadcrumbList'), {
      itemListElement: steps.map(([name, address = ''], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: absolute(address),
      })),
    })
  },
)

rule(
  'an article is described as one, with its own headline, description, language and pictures',
  publicPages.filter(({ key }) => key !== 'not-found' && pages[key] === 'article'),
  (page) => {
    const article = thingOf(page, 'Article')
    const card = page.root.querySelector('meta[property="og:image"]')?.getAttribute('content')
    const pictures = page.main.querySelectorAll('img').map((image) => absolute(image.getAttribute('src') ?? ''))
    const [author] = [...within(article?.author)]
    return [
      ...differences(article, {
        headline: textOf(page.main.querySelector('h1')),
        description: page.root.querySelector('meta[name="description"]')?.getAttribute('content'),
        inLanguage: page.language,
        url: absolute(page.address),
        image: [card, ...pictures],
        publisher: { '@id': absolute('/#organization') },
      }),
      ...differences(author, { '@id': absolute('/#organization'), name: organisation.name }),
    ]
  },
)

rule(
  'a page that is no article is described as a page, in its own language',
  publicPages.filter(({ key }) => key !== 'not-found' && !['home', 'article'].includes(pages[key])),
  (page) =>
    differences(thingOf(page, 'WebPage'), {
      name: textOf(page.main.querySelector('h1')),
      url: absolute(page.address),
      inLanguage: page.language,
      isPartOf: { '@id': absolute('/#website') },
      publisher: { '@id': absolute('/#organization') },
    }),
)
