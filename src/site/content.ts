import { drawingNamed, type Reader } from '../content/compose/reader.ts'
import { localise, mapAddressOf, postalAddress } from '../content/read/organisation.ts'
import { publishedLanguages } from '../shared/languages.ts'
import { footerLists, navigationPages, type PageKey } from '../shared/pages.ts'
import { cookies } from './components/cookie-banner/content.ts'
import { errors } from './components/failure/content.ts'
import { footer } from './components/footer/content.ts'
import { language, navbar } from './components/header/content.ts'

export const texts = { navbar, language, footer, cookies }

/** What every page in one language shares: the words and facts of header, footer and banner. */
export type Shell = ReturnType<typeof compose>
export type Office = Shell['offices'][number]

export function compose(reader: Reader) {
  const { content } = reader
  const { name, email, offices, map } = content.organisation
  const own = {
    navbar: reader.read('navbar', navbar),
    language: reader.read('language', language),
    footer: reader.read('footer', footer),
    cookies: reader.read('cookies', cookies),
    errors: reader.read('errors', errors),
  }
  // The page's kind names the code that the browser loads beside its texts.
  const linkTo = (page: PageKey, label: string) => ({
    page,
    kind: content.pages[page],
    label,
    address: reader.addresses[page],
  })
  return {
    language: reader.language,
    name: localise(name, reader.language),
    email,
    texts: own,
    navigation: navigationPages.map((page) => linkTo(page, own.navbar[page])),
    register: reader.addresses.register,
    footerLists: (Object.keys(footerLists) as (keyof typeof footerLists)[]).map((list) => ({
      title: own.footer.lists[list],
      links: footerLists[list].map((page) => linkTo(page, own.footer.links[page])),
    })),
    // A draft has a link to itself alone.
    languages: [...new Set([...publishedLanguages, reader.language])].map((each) => {
      const { name } = content.texts[each].language as { name: string }
      return { language: each, name, flag: content.flags[each] }
    }),
    // The head office first.
    offices: offices.map((office) => ({
      id: office.id,
      city: localise(office.city, reader.language),
      /** Postal code, city and country, in the page's language. */
      address: postalAddress(office, reader.language),
      phone: office.phone,
      /** The site's own map of this office, and its page and embed at the maps service. */
      map: {
        locator: drawingNamed(`${office.id}.${reader.language}`),
        embed: mapAddressOf(map.embed, office.latitude, office.longitude),
        page: mapAddressOf(map.page, office.latitude, office.longitude),
      },
    })),
  }
}
