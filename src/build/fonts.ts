import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { hashedAddress } from './hashed-address.ts'

export type Fonts = {
  /** The @font-face rules, which every page carries. */
  css: string
  files: Map<string, Buffer>
}

/** The one sign of the texts that many devices cannot draw: ﷺ. */
const blessing = 'ﷺ'

/**
 * Cuts the fonts down to what the site writes with them: ﷺ from Amiri (SIL Open Font License), 1.6 kB, which a browser
 * fetches only for a page that has the sign, and only when none of its own fonts draws it.
 */
export async function subsetFonts(): Promise<Fonts> {
  const source = createRequire(import.meta.url).resolve('@fontsource/amiri/files/amiri-arabic-400-normal.woff2')
  const font = await subsetFont(readFileSync(source), blessing, { targetFormat: 'woff2' })
  const address = hashedAddress('/assets/fonts/blessing.woff2', font)
  const range = `U+${blessing.codePointAt(0)?.toString(16)}`
  return {
    css: `@font-face{font-family:Blessing;src:url(${address}) format("woff2");unicode-range:${range};font-display:swap}`,
    files: new Map([[address, font]]),
  }
}
