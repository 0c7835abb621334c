import type { AssetAddresses } from '../../content/compose/section-reader.ts'
import type { Content } from '../../content/read/content.ts'
import { localise } from '../../content/read/organisation.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { eachLanguage, type Language } from '../../shared/languages.ts'
import { drawingPolicy } from '../content-security-policy.ts'
import { hashedAddress } from '../hashed-address.ts'
import { drawLocatorMap } from './locator-map.ts'
import type { Drawing } from './palette.ts'
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
  const partnersMaps = eachLanguage((language) => ({
    address: add(`/assets/maps/partners.${language}.svg`, drawPartnersMap(content.organisation, language), "'none'"),
    ...partnersMapSize,
  }))
  const locators = new Map(
    content.organisation.offices.map((office) => {
      const draw = (language: Language) => {
        const words = locatorWords(content, localise(office.city, language), language)
        return add(`/assets/maps/${office.id}.${language}.svg`, drawLocatorMap(office, language, words), "'self'")
      }
      return [office.id, eachLanguage(draw)]
    }),
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
      partnersMapOf: (language) => partnersMaps[language],
      locatorOf: (office, language) => known(locators.get(office)?.[language], office),
      pictureOf: (page, name, language) => known(pictures.get(`${page} ${name} ${language}`), name),
    },
    files: [...files.values()],
  }
}

function locatorWords({ texts }: Content, office: string, language: Language) {
  const { locator_title, locator_alt } = texts[language].footer as Record<'locator_title' | 'locator_alt', string>
  return { title: interpolate(locator_title, { office }), description: interpolate(locator_alt, { office }) }
}
