import type { AssetAddresses } from '../../content/compose/asset-addresses.ts'
import type { Content } from '../../content/read/content.ts'
import { localise } from '../../content/read/organisation.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { drawingPolicy } from '../content-security-policy.ts'
import { hashedAddress } from '../hashed-address.ts'
import type { Drawing } from './drawing.ts'
import { drawLocatorMap } from './locator-map.ts'
import { drawPartnersMap, partnersMapSize } from './partners-map.ts'
import { drawPictures } from './pictures.ts'

export type DrawnFile = { address: string; body: string; contentSecurityPolicy: string }

/**
 * Draws the maps and the pictures of every language.
 * @throws ContentError when a drawing of the content is missing
 */
export function drawAssets(content: Content): { addresses: AssetAddresses; files: DrawnFile[] } {
  const files = new Map<string, DrawnFile>()
  /** @param ancestors who may frame the drawing: the site, for a map of an office; nobody, for a picture */
  const add = (address: string, { svg, style }: Drawing, ancestors: "'self'" | "'none'") => {
    const hashed = hashedAddress(address, svg)
    files.set(hashed, { address: hashed, body: svg, contentSecurityPolicy: drawingPolicy([style], ancestors) })
    return hashed
  }
  const eachLanguage = <Value>(draw: (language: Language) => Value) =>
    new Map(allLanguages.map((language) => [language, draw(language)]))

  const partnersMaps = eachLanguage((language) => ({
    address: add(`/assets/maps/partners.${language}.svg`, drawPartnersMap(content.organisation, language), "'none'"),
    ...partnersMapSize,
  }))
  const locators = eachLanguage(
    (language) =>
      new Map(
        content.organisation.offices.map((office) => {
          const words = locatorWords(content, localise(office.city, language), language)
          const drawing = drawLocatorMap(office, language, words)
          return [office.id, add(`/assets/maps/${office.id}.${language}.svg`, drawing, "'self'")]
        }),
      ),
  )
  const pictures = new Map(
    drawPictures(content).map(({ page, name, language, file, drawing, width, height }) => {
      const address = add(`/assets/pictures/${file}.svg`, drawing, "'none'")
      return [`${page} ${name} ${language}`, { address, width, height }]
    }),
  )
  const known = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`There is no drawing of ${what}.`)
    return value
  }
  return {
    addresses: {
      partnersMapOf: (language) => known(partnersMaps.get(language), 'the partners'),
      locatorOf: (office, language) => known(locators.get(language)?.get(office), office),
      pictureOf: (page, name, language) => known(pictures.get(`${page} ${name} ${language}`), name),
    },
    files: [...files.values()],
  }
}

function locatorWords({ texts }: Content, office: string, language: Language) {
  const { locator_title, locator_alt } = texts[language].footer as Record<'locator_title' | 'locator_alt', string>
  return { title: interpolate(locator_title, { office }), description: interpolate(locator_alt, { office }) }
}
