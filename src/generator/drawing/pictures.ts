import { readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import type { Content } from '../../content/read/content.ts'
import { localise } from '../../content/read/organisation.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { markPaths } from '../../shared/geometry/mark.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { pagesIn } from '../../shared/pages.ts'
import { ContentError } from '../../shared/problem.ts'
import { type Drawing, paletteStyle } from './palette.ts'

/** `file` is the name of its file, in words of its language. */
type PictureTexts = { file: string; alt: string; words: Record<string, string> }

/** The mark is in the pictures' band, in the units of their drawing. */
const markRadius = 32

const picturesOf = (content: Content, page: string, language: Language) =>
  ((content.texts[language][page] ?? {}) as { pictures?: Record<string, PictureTexts> }).pictures ?? {}

/** The names of every page's pictures in every language: `animal_welfare/rest.es`. */
export const pictureNames = (content: Content): string[] =>
  allLanguages.flatMap((language) =>
    pagesIn(content.pages).flatMap((page) =>
      Object.keys(picturesOf(content, page, language)).map((picture) => `${page}/${picture}.${language}`),
    ),
  )

/**
 * Draws a picture: a template, content/pictures/<picture>.svg, with the words of that language's page, so that a picture cannot
 * contradict its page. Parts that pictures share are in content/pictures/parts: `<?part cow?>` in a template inserts one.
 * @throws ContentError when a drawing of the content is missing
 */
export function drawPicture(content: Content, name: string): { file: string; drawing: Drawing } | undefined {
  const [, page = '', picture = '', language] = /^(.+)\/(.+)\.(\w+)$/.exec(name) ?? []
  const texts = language && picturesOf(content, page, language as Language)[picture]
  return texts ? { file: texts.file, drawing: fillTemplate(content, picture, texts, language as Language) } : undefined
}

function fillTemplate(
  { folder, organisation }: Content,
  name: string,
  { alt, words }: PictureTexts,
  language: Language,
): Drawing {
  const template = readTemplate(folder, `${name}.svg`).replace(/<\?part ([\w-]+)\?>\n/g, (_, part) =>
    readTemplate(folder, `parts/${part}.svg`),
  )
  const [mark_upright = '', mark_turned = ''] = markPaths(markRadius, markRadius)
  const escaped = Object.entries({ name: localise(organisation.name, language), ...words, alt }).map(([word, text]) => [
    word,
    escapeMarkup(text),
  ])
  const filled = interpolate(template, { ...Object.fromEntries(escaped), mark_upright, mark_turned })
  const svg = parse(filled).querySelector('svg')
  const [, , width, height] = svg?.getAttribute('viewBox')?.split(' ').map(Number) ?? []
  if (!svg || !width || !height)
    throw new ContentError([
      { file: `content/pictures/${name}.svg`, key: '', code: 'syntax', values: { reason: 'It has no viewBox' } },
    ])
  const style = paletteStyle()
  svg.setAttribute('lang', language)
  svg.insertAdjacentHTML('afterbegin', `<style>${style}</style>`)
  return { svg: `${svg}\n`, style, width, height }
}

function readTemplate(folder: string, file: string): string {
  try {
    return readFileSync(`${folder}/pictures/${file}`, 'utf8')
  } catch {
    throw new ContentError([{ file: `content/pictures/${file}`, key: '', code: 'file_missing' }])
  }
}
