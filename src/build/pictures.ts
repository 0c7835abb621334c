import { readFileSync } from 'node:fs'
import type { Content } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import type { TextTree } from '../content/texts.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { markPaths } from '../shared/geometry/mark.ts'
import { interpolate } from '../shared/interpolate.ts'
import { allLanguages, type Language, languages } from '../shared/languages.ts'
import { allPages, type PageKey } from '../shared/pages.ts'
import { paletteStyle } from './drawing.ts'
import { hashedAddress } from './hashed-address.ts'

type PictureTexts = { file: string; alt: string; words: Record<string, string> }
export type Picture = { address: string; svg: string; width: number; height: number }

/** The mark stands in the pictures' band, in the units of their drawing. */
const markRadius = 32

/** Where the title begins in the band, and the mark ends it, in each direction of writing. */
const band = {
  ltr: { title_x: 36, title_anchor: 'start', mark_x: 880 },
  rtl: { title_x: 924, title_anchor: 'end', mark_x: 16 },
}

/**
 * Draws every article picture in every language: one template, content/pictures/<picture>.svg, with the words of that
 * language's article, under a file name in that language. So a picture cannot say anything else than its page. What
 * the pictures share is drawn once, in content/pictures/parts, and stands where a template says `<?part cow?>`.
 */
export function drawPictures(content: Content): (article: PageKey, picture: string, language: Language) => Picture {
  const drawn = new Map<string, Picture>()
  for (const language of allLanguages)
    for (const article of allPages)
      for (const [name, texts] of picturesOf(content.texts[language][article]))
        drawn.set(`${article} ${name} ${language}`, drawPicture(content.folder, name, texts, language))
  return (article, picture, language) => drawn.get(`${article} ${picture} ${language}`) as Picture
}

function picturesOf(article: TextTree | undefined): [name: string, texts: PictureTexts][] {
  const { pictures } = (article ?? {}) as { pictures?: Record<string, PictureTexts> }
  return Object.entries(pictures ?? {})
}

function drawPicture(folder: string, name: string, { file, alt, words }: PictureTexts, language: Language): Picture {
  const template = readTemplate(folder, name, `${name}.svg`).replace(/<\?part ([\w-]+)\?>\n/g, (_, part) =>
    readTemplate(folder, name, `parts/${part}.svg`),
  )
  const [mark_upright = '', mark_turned = ''] = markPaths(markRadius, markRadius)
  const escaped = Object.entries({ ...words, alt }).map(([word, text]) => [word, escapeMarkup(text)])
  const svg = interpolate(template, {
    ...Object.fromEntries(escaped),
    mark_upright,
    mark_turned,
    ...band[languages[language].direction],
  })
    .replace('<svg ', `<svg lang="${language}" `)
    .replace(/(<svg[^>]*>)/, `$1<style>${paletteStyle()}</style>`)
  const [, , width, height] = /viewBox="([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? []
  if (!width || !height) throw new Error(`content/pictures/${name}.svg has no viewBox.`)
  return { address: hashedAddress(`/assets/pictures/${file}.svg`, svg), svg, width, height }
}

function readTemplate(folder: string, name: string, file: string): string {
  try {
    return readFileSync(`${folder}/pictures/${file}`, 'utf8')
  } catch {
    const message = `This drawing is missing: the picture “${name}” is made of it.`
    throw new ContentError([{ file: `content/pictures/${file}`, key: '', message }])
  }
}
