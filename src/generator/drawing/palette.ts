import { existsSync, readFileSync } from 'node:fs'
import { ContentError } from '../../shared/problem.ts'

const paletteFiles = ['../../site/styles/palette.css', '../../../content/pictures/palette.css'].map(
  (file) => new URL(file, import.meta.url),
)

/** The colours as the content of a <style> element: a drawing in a separate file cannot use the page's styles. */
export function paletteStyle(): string {
  if (!paletteFiles.every((file) => existsSync(file)))
    throw new ContentError([{ file: 'content/pictures/palette.css', key: '', code: 'file_missing' }])
  return paletteFiles
    .map((file) => readFileSync(file, 'utf8'))
    .join(' ')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A drawing in a separate file, and its styles, whose hashes are in the file's policy. */
export type Drawing = { svg: string; styles: string[]; width: number; height: number }

export type Scheme = 'light' | 'dark'

/**
 * The colour of a role in one scheme, for pictures without style sheets: icons, sharing cards.
 * @param role a custom property of the palette, without its dashes: `color-brand`
 * @returns a hexadecimal colour
 */
export function colourOf(role: string, scheme: Scheme): string {
  // The dark value, if there is one, comes second.
  const [light, dark = light] = paletteStyle()
    .matchAll(new RegExp(`--${role}: ([^;]+);`, 'g'))
    .map((match) => match[1])
  const value = scheme === 'light' ? light : dark
  if (!value) throw new Error(`The palette has no role ${role}.`)
  const named = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return named ? colourOf(named, scheme) : value
}
