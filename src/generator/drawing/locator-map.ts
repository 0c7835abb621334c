import { geoMercator } from 'd3-geo'
import { localise, type OrganisationOffice } from '../../content/read/organisation.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import type { Language } from '../../shared/languages.ts'
import { drawCountries, drawLabel, drawTown } from './map.ts'
import { type Drawing, paletteStyle } from './palette.ts'

const size = { width: 560, height: 360 }
/** Mercator scale at which some 900 kilometres fit the width. */
const scale = 2900

const [townSize, nameSize] = [15, 19]
const pin = { width: 22, height: 32 }

type Words = { title: string; description: string }

/**
 * Draws where an office is: land, sea, borders, the office and a few cities around it. The drawing keeps its size and
 * shows less at its edges in a narrow iframe, so that its words stay readable.
 */
export function drawLocatorMap(office: OrganisationOffice, language: Language, { title, description }: Words): Drawing {
  const projection = geoMercator()
    .center([office.longitude, office.latitude])
    .scale(scale)
    .translate([size.width / 2, size.height / 2])
    .clipExtent([
      [-20, -20],
      [size.width + 20, size.height + 20],
    ])
  const [x, y] = projection([office.longitude, office.latitude]) ?? [0, 0]
  const towns = office.nearby.map((town) =>
    drawTown(projection, town, localise(town.name, language), {
      kind: 'town',
      radius: 3,
      size: townSize,
      textKind: 'town-name',
    }),
  )
  // Beside the head of the pin: its tip is the point.
  const name = drawLabel(localise(office.city, language), [x, y - pin.height / 2], 'right', {
    size: nameSize,
    reach: { x: pin.width / 2, y: pin.height / 2 },
    textKind: 'name',
  })
  const style = `${paletteStyle()} svg{background:var(--map-sea)}.land{fill:var(--map-land)}.home{fill:var(--map-home)}.border{fill:none;stroke:var(--map-border);stroke-dasharray:4 3}.town{fill:var(--color-muted)}text{fill:var(--color-text);font:${townSize}px system-ui,sans-serif}.office{fill:var(--color-brand);stroke:var(--color-page);stroke-width:2}.name{font-size:${nameSize}px;font-weight:700}@media(max-width:300px){.town-name{display:none}.name{font-size:40px}}`
  // One picture with a name: Firefox leaves out a document that is a picture itself, and reads out the words in one.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 ${size.width} ${size.height}" width="100%" height="100%" preserveAspectRatio="xMidYMid slice">
<title id="title">${escapeMarkup(title)}</title><desc id="description">${escapeMarkup(description)}</desc>
<style>${style}</style>
<g role="img" aria-labelledby="title description"><g aria-hidden="true">
${drawCountries(projection, [office.country], 'home')}
${towns.join('\n')}
<path class="office" d="M${x.toFixed(1)} ${y.toFixed(1)}l-9-13a11 11 0 1 1 18 0z"/>${name}
</g></g>
</svg>
`
  return { svg, styles: [style], ...size }
}
