import { drawingNamed } from '../../content/compose/section-reader.ts'
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

type Placed = { address: string; width: number; height: number }

/**
 * Draws the maps and the pictures of every language.
 * @returns their files, and a function that sets their addresses and sizes in page data, which has their names
 * @throws ContentError when a drawing of the content is missing
 */
export function drawAssets(content: Content): { place: <Data>(data: Data) => Data; files: DrawnFile[] } {
  const placed = new Map<string, Placed>()
  const files = new Map<string, DrawnFile>()
  function add(name: string, path: string, { svg, style, ...size }: Drawing, ancestors?: "'self'") {
    const address = hashedAddress(`/assets/${path}.svg`, svg)
    placed.set(drawingNamed(name), { address, ...size })
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

  function place<Data>(data: Data): Data {
    if (typeof data === 'string') return (placed.get(data)?.address ?? data) as Data
    if (Array.isArray(data)) return data.map(place) as Data
    if (typeof data !== 'object' || data === null) return data
    // An <img>, or a picture of the page's own.
    const size = placed.get((data as { src?: string }).src ?? (data as Partial<Placed>).address ?? '')
    const sized = size ? { ...data, width: size.width, height: size.height } : data
    return Object.fromEntries(Object.entries(sized).map(([key, value]) => [key, place(value)])) as Data
  }
  return { place, files: [...files.values()] }
}
