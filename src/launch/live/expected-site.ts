import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { UsageError } from '../../command-error.ts'
import type { BuiltSite } from '../../shared/built-site.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'

export type ExpectedPage = {
  /** As people write it: /Presentación. */
  address: string
  language: Language
  title: string
  /** The same page in each language. */
  addresses: Record<Language, string>
}

/** What the last build says that a visitor should meet. */
export type ExpectedSite = {
  build: string
  pages: ExpectedPage[]
  addresses: BuiltSite['addresses']
  /** What each file is, by its address. */
  types: Map<string, string>
}

/** @throws UsageError when there is no build */
export function readExpectedSite(folder: string): ExpectedSite {
  if (!existsSync(`${folder}/site.json`))
    throw new UsageError('There is no build here to compare the site with. Make one first: npm run build')
  const site: BuiltSite = JSON.parse(readFileSync(`${folder}/site.json`, 'utf8'))
  const titleAt = (address: string) => {
    const html = readFileSync(`${folder}/public/${site.files[address]?.path}`, 'utf8')
    return parse(/<title>[^<]*<\/title>/.exec(html)?.[0] ?? '').text
  }
  return {
    build: site.build,
    pages: site.addresses.flatMap((addresses) =>
      allLanguages.map((language) => {
        const address = addresses[language]
        return { address, language, title: titleAt(address), addresses }
      }),
    ),
    addresses: site.addresses,
    types: new Map(Object.entries(site.files).map(([address, { type }]) => [address, type])),
  }
}
