import type { FindDrawing } from '../../content/compose/section-reader.ts'
import type { Content } from '../../content/read/content.ts'
import { localise } from '../../content/read/organisation.ts'
import { hyphenated } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages } from '../../shared/languages.ts'
import { drawingPolicy } from '../content-security-policy.ts'
import { hashedAddress } from '../hashed-address.ts'
import { drawLocatorMap } from './locator-map.ts'
import type { Drawing } from './palette.ts'
import { drawPartnersMap } from './partners-map.ts'
import { drawPictures } from './pictures.ts'

export type DrawnFile = { address: string; body: string; contentSecurityPolicy: string }

/**
 * Draws the maps and the pictures of every language.
 * @throws ContentError when a drawing of the content is missing
 */
export function drawAssets(content: Content): { findDrawing: FindDrawing; files: DrawnFile[] } {
  const found = new Map<string, ReturnType<FindDrawing>>()
  const files = new Map<string, DrawnFile>()
  function add(name: string, path: string, { svg, style, ...size }: Drawing, ancestors?: "'self'") {
    const address = hashedAddress(`/assets/${path}.svg`, svg)
    found.set(name, { address, ...size })
    files.set(address, { address, body: svg, contentSecurityPolicy: drawingPolicy(style, ancestors) })
  }
  for (const language of allLanguages) {
    const map = `partners.${language}`
    add(map, `maps/${map}`, drawPartnersMap(content.organisation, language))
    const { locator_title, locator_alt } = content.texts[language].footer as Record<string, string>
    for (const office of content.organisation.offices) {
      const map = `${office.id}.${language}`
      const [title, description] = [locator_title, locator_alt].map((text = '') =>
        interpolate(text, { office: localise(office.city, language) }),
      ) as [string, string]
      add(map, `maps/${map}`, drawLocatorMap(office, language, { title, description }), "'self'")
    }
  }
  for (const { name, file, drawing } of drawPictures(content)) add(name, `pictures/${hyphenated(file)}`, drawing)

  function findDrawing(name: string) {
    const drawing = found.get(name)
    if (!drawing) throw new Error(`There is no drawing of ${name}.`)
    return drawing
  }
  return { findDrawing, files: [...files.values()] }
}
