import type { FindDrawing } from '../../content/compose/section-reader.ts'
import type { Content } from '../../content/read/content.ts'
import { localise } from '../../content/read/organisation.ts'
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
  const { partners, country_labels } = content.organisation
  // No map shows these: while somebody types them, it is not drawn again.
  const offices = content.organisation.offices.map((office) => ({ ...office, street: '', postal_code: '', phone: '' }))
  const countries = partners.map(({ country }) => country)
  for (const language of allLanguages) {
    const map = `partners.${language}`
    const drawing = drawOnce(map, [offices, countries, country_labels], () =>
      drawPartnersMap(content.organisation, language),
    )
    add(map, `maps/${map}`, drawing)
    const { locator_title, locator_alt } = content.texts[language].footer as Record<string, string>
    for (const office of offices) {
      const map = `${office.id}.${language}`
      const [title, description] = [locator_title, locator_alt].map((text = '') =>
        interpolate(text, { office: localise(office.city, language) }),
      ) as [string, string]
      const drawing = drawOnce(map, [office, title, description], () =>
        drawLocatorMap(office, language, { title, description }),
      )
      add(map, `maps/${map}`, drawing, "'self'")
    }
  }
  for (const { name, file, drawing } of drawPictures(content)) add(name, `pictures/${file}`, drawing)

  function findDrawing(name: string) {
    const drawing = found.get(name)
    if (!drawing) throw new Error(`There is no drawing of ${name}.`)
    return drawing
  }
  return { findDrawing, files: [...files.values()] }
}

/** Each map as it was last drawn: drawing takes a tenth of a second, and the editor needs all of them after each change. */
const lastMaps = new Map<string, { shown: string; drawing: Drawing }>()

/** @param shown everything that the map shows: the map is drawn again only if it has changed */
function drawOnce(name: string, shown: unknown[], draw: () => Drawing): Drawing {
  const key = JSON.stringify(shown)
  const last = lastMaps.get(name)
  if (last?.shown === key) return last.drawing
  const drawing = draw()
  lastMaps.set(name, { shown: key, drawing })
  return drawing
}
