import { readFileSync } from 'node:fs'
import type { LineEntry } from '../../src/register/acts.ts'
import { registerOf } from '../../src/register/entries.ts'
import { answerPack } from '../../src/register/pack.ts'
import type { BuiltSite } from '../../src/shared/built-site.ts'
import { initialLanguage, type Language } from '../../src/shared/languages.ts'
import {
  type BootstrapData,
  type Chunk,
  type PageData,
  pageDataAddress,
  type ShellFile,
  shellDataAddress,
} from '../../src/shared/page-data.ts'
import type { PageKey, PageKind } from '../../src/shared/pages.ts'
import type { Shell } from '../../src/site/content.ts'
import type { Content as ContactContent } from '../../src/site/pages/contact/content.ts'
import { addresses } from './addresses.ts'

/** A page's first heading. */
export const headingOf = (page: PageData): string => page.content.title

/** The last build: tests compare its texts, facts and files with what the browser shows. */
export const builtSite: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
const { codeVersion } = builtSite

const readBuilt = <Data>(address: string): Data => JSON.parse(readFileSync(`dist/public${address}`, 'utf8'))

export const shellOf = (language: Language) => readBuilt<Shell>(shellDataAddress(codeVersion, language))

export const pageOf = (page: PageKey, language: Language) => readBuilt<PageData>(pageFile(page, language))

export const contactTextsOf = (language: Language) => pageOf('contact', language).content as ContactContent

/** The texts of the register's pages. */
export const registerTextsOf = (language: Language) => builtSite.register.pages[language].content

/** A pack of a specimen, which the rules would call covered. @throws Error if the register has none */
export function specimenPack() {
  const { certificates } = registerOf(builtSite.register.specimens as LineEntry[])
  const today = new Date().toISOString().slice(0, 10)
  for (const certificate of certificates)
    for (const { entry } of certificate.batches.values()) {
      const pack = { packed: entry.day, batch: entry.batch }
      if (answerPack(certificate, pack, today)?.answer === 'covered') return { number: certificate.number, ...pack }
    }
  throw new Error('No specimen has an accepted batch.')
}

/** The address of a page's texts, and of the texts that all pages in one language share. */
export const pageFile = (page: PageKey, language: Language) => pageDataAddress(codeVersion, addresses[page][language])
export const shellFile = (language: Language) => shellDataAddress(codeVersion, language)

/** The files of a page kind's code. */
export const chunkOf = (kind: PageKind): Chunk => readBuilt<ShellFile>(shellFile(initialLanguage)).chunks[kind]

const html = readFileSync('dist/public/index.html', 'utf8')
const manifest: BootstrapData = JSON.parse(
  /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '',
)

/** The font of the headings, which every page requests. */
export const headingFont = /font-family:Heading;src:url\(([^)]+)\)/.exec(html)?.[1] ?? ''

/** The script that hydrates every page. */
export const entryScript = manifest.entry
