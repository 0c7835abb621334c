import { readFileSync } from 'node:fs'

const paletteFile = new URL('../site/styles/palette.css', import.meta.url)

/** The palette as the inside of a <style> element: a drawing in a file of its own cannot see the page's styles. */
export function paletteStyle(): string {
  return readFileSync(paletteFile, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
