import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBundle } from '../../src/generator/bundle.ts'
import { composeSite } from '../../src/generator/compose-site.ts'
import { hashOf } from '../../src/generator/hashed-address.ts'
import { makeSiteFiles } from '../../src/generator/site-files.ts'
import { readSiteContent } from '../../src/generator/site-texts.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { builtSite, origin } from './built-pages.ts'

// What a returning visitor downloads again after a change: the files whose content is another one, at an old address or a new one.

const bundle = await readBundle()
const settings = { siteOrigin: origin, retentionDays: builtSite.settings.retentionDays }

/** Every file but security.txt, whose content changes with the day, and cards, whose addresses name their contents. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const { files } = makeSiteFiles(await composeSite(readSiteContent(folder), settings, bundle.renderPage), bundle)
  const own = files.filter(({ address }) => !/security\.txt$|\/cards\//.test(address))
  return new Map(await Promise.all(own.map(async ({ address, body }) => [address, hashOf(await body())] as const)))
}

const before = await filesOf('content')

async function renewedBy(file: string, from: RegExp, to: string): Promise<string[]> {
  using folder = temporaryFolder()
  cpSync('content', folder.path, { recursive: true })
  const path = join(folder.path, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
  const after = await filesOf(folder.path)
  return [...after].flatMap(([address, hash]) => (before.get(address) === hash ? [] : address)).sort()
}

const data = (address: string) => `/data/${builtSite.codeVersion}${address}.json`

test('a word of an email renews no public file', async () => {
  expect(await renewedBy('texts/fr/mail.yml', /^text: \|\n +/m, '$&Site ')).toEqual([])
})

test('a word of a page renews that page and its data', async () => {
  const address = addresses.privacy.en
  const renewed = await renewedBy('texts/en/privacy.yml', /^lead: (>-\n +)?/m, '$&Here ')
  expect(renewed).toEqual([data(address), address].sort())
})

test('a drawing renews itself and the pages that show it', async () => {
  const pages = allLanguages.map((language) => addresses.check_label[language])
  const renewed = await renewedBy('pictures/specimen.svg', /<\/svg>/, '<path d="M0 0"/></svg>')
  const drawings = renewed.filter((address) => address.startsWith('/assets/pictures/'))
  expect(drawings).toHaveLength(pages.length)
  expect(renewed).toEqual([...drawings, ...pages, ...pages.map(data)].sort())
})
