import { readFileSync } from 'node:fs'
import type { Content } from '../../content/read/content.ts'
import { readDrawing } from '../../content/read/drawing.ts'
import { factVariables } from '../../content/read/organisation.ts'
import { textFile } from '../../content/read/texts.ts'
import { spellPath } from '../../content/text-tree.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { interpolate, variablesOf } from '../../shared/interpolate.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { pagesIn } from '../../shared/pages.ts'
import { ContentError, type ProblemCode } from '../../shared/problem.ts'
import { markPaths } from '../../site/components/weave/mark.ts'
import { type Drawing, paletteStyle } from './palette.ts'

/** `file` is the name of its file, in words of its language. */
type PictureTexts = { file: string; alt: string; words: Record<string, string> }

/** The mark is in the pictures' band, in the units of their drawing. */
const markRadius = 32

/** A picture's file may not have what its policy does not allow: scripts, other files, the style of a single element. */
const pictureMarkup = {
  elements:
    /^(svg|g|defs|use|symbol|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|style|clipPath|mask|pattern|marker|filter|fe[A-Z]\w+|linearGradient|radialGradient|stop)$/,
  attributes: /(?!style=|on|href="[^#])(?:xml:|xmlns:)?[a-zA-Z][\w-]*="[^"<]*"/,
}

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
 * @throws ContentError when a drawing is missing or cannot be shown, or its words are not those of the page
 */
export function drawPicture(content: Content, name: string): { file: string; drawing: Drawing } | undefined {
  const [, page = '', picture = '', tag] = /^(.+)\/(.+)\.(\w+)$/.exec(name) ?? []
  const language = tag as Language
  const texts = tag ? picturesOf(content, page, language)[picture] : undefined
  if (!texts) return undefined
  const template = readTemplate(content.folder, `${picture}.svg`).replace(/<\?part ([\w-]+)\?>\r?\n?/g, (_, part) =>
    readTemplate(content.folder, `parts/${part}.svg`),
  )
  const facts = factVariables(content.organisation, language)
  const words = { ...facts, ...texts.words, alt: texts.alt }
  const escaped = Object.entries(words).map(([word, text]) => [word, escapeMarkup(interpolate(text, facts))])
  const [mark_upright, mark_turned] = markPaths(markRadius, markRadius)
  const filled = interpolate(template, { ...Object.fromEntries(escaped), mark_upright, mark_turned })
  const unused = Object.keys(texts.words).filter((word) => !variablesOf(template).includes(word))
  const problemOf = (code: ProblemCode) => (word: string) => {
    const key = spellPath(['pictures', picture, 'words', word])
    return { file: textFile(language, page), key, code }
  }
  const problems = [...variablesOf(filled).map(problemOf('empty')), ...unused.map(problemOf('extra'))]
  if (problems.length > 0) throw new ContentError(problems)
  return { file: texts.file, drawing: finish(filled, `content/pictures/${picture}.svg`, language) }
}

function finish(source: string, file: string, language: Language): Drawing {
  const svg = readDrawing(source, file, pictureMarkup)
  const [, , width, height] = svg.getAttribute('viewBox')?.split(' ').map(Number) ?? []
  if (!width || !height)
    throw new ContentError([{ file, key: '', code: 'syntax', values: { reason: 'It has no viewBox' } }])
  svg.setAttribute('lang', language)
  svg.insertAdjacentHTML('afterbegin', `<style>${paletteStyle()}</style>`)
  const styles = svg.querySelectorAll('style').map(({ rawText }) => rawText)
  return { svg: `${svg}\n`, styles, width, height }
}

function readTemplate(folder: string, file: string): string {
  try {
    return readFileSync(`${folder}/pictures/${file}`, 'utf8')
  } catch {
    throw new ContentError([{ file: `content/pictures/${file}`, key: '', code: 'file_missing' }])
  }
}
