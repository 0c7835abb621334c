import { drawingNamed } from '../../content/compose/reader.ts'
import type { Content } from '../../content/read/content.ts'
import { factVariables, localise } from '../../content/read/organisation.ts'
import { hyphenated } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { attempt, type Problem } from '../../shared/problem.ts'
import { drawingPolicy } from '../content-security-policy.ts'
import { hashedAddress } from '../hashed-address.ts'
import { drawLocatorMap } from './locator-map.ts'
import type { Drawing } from './palette.ts'
import { drawPartnersMap } from './partners-map.ts'
import { drawPicture, pictureNames } from './pictures.ts'

export type DrawnFile = { address: string; body: string; contentSecurityPolicy: string }

type Located = { address: string; width: number; height: number }

/**
 * The maps and the pictures of every language.
 * @returns a function that draws what page data names, and sets addresses and sizes there; one that draws all; the files of what
 * was drawn, by their addresses; and what is wrong in drawings of the content, which are left out
 */
export function drawAssets(content: Content) {
  const { organisation, texts } = content
  const located = new Map<string, Located | undefined>()
  const files = new Map<string, DrawnFile>()
  const problems: Problem[] = []

  function draw(name: string): Located | undefined {
    const picture = drawPicture(content, name)
    if (picture) return add(`pictures/${hyphenated(picture.file)}`, picture.drawing)
    const [id = '', language] = name.split('.') as [string, Language]
    if (id === 'partners') return add(`maps/${name}`, drawPartnersMap(organisation, language))
    const office = organisation.offices.find((office) => office.id === id)
    if (!office) return undefined
    const { locator_title, locator_alt } = texts[language].footer as Record<string, string>
    const values = { ...factVariables(organisation, language), office: localise(office.city, language) }
    const [title, description] = [locator_title, locator_alt].map((text = '') => interpolate(text, values)) as [
      string,
      string,
    ]
    return add(`maps/${name}`, drawLocatorMap(office, language, { title, description }), "'self'")
  }

  function add(path: string, { svg, styles, ...size }: Drawing, ancestors?: "'self'"): Located {
    const address = hashedAddress(`/assets/${path}.svg`, svg)
    files.set(address, { address, body: svg, contentSecurityPolicy: drawingPolicy(styles, ancestors) })
    return { address, ...size }
  }

  /** The drawing that a value of page data names, if it names one. */
  function drawn(value: unknown): Located | undefined {
    if (typeof value !== 'string' || !value.startsWith(drawingNamed(''))) return undefined
    if (!located.has(value))
      located.set(
        value,
        attempt(() => draw(value.slice(drawingNamed('').length)), problems),
      )
    return located.get(value)
  }

  function setAddresses<Data>(data: Data): Data {
    if (typeof data === 'string') return (drawn(data)?.address ?? data) as Data
    if (Array.isArray(data)) return data.map(setAddresses) as Data
    if (typeof data !== 'object' || data === null) return data
    // An <img>, or a picture of the page's own.
    const size = drawn((data as { src?: string }).src ?? (data as Partial<Located>).address)
    const sized = size ? { ...data, width: size.width, height: size.height } : data
    return Object.fromEntries(Object.entries(sized).map(([key, value]) => [key, setAddresses(value)])) as Data
  }

  function drawAll(): DrawnFile[] {
    const maps = allLanguages.flatMap((language) =>
      ['partners', ...organisation.offices.map(({ id }) => id)].map((map) => `${map}.${language}`),
    )
    for (const name of [...maps, ...pictureNames(content)]) drawn(drawingNamed(name))
    return [...files.values()]
  }
  return { setAddresses, drawAll, files, problems }
}
