import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readFiles } from '../../src/content/read/content.ts'
import { readBundle } from '../../src/generator/bundle.ts'
import { composeSite } from '../../src/generator/compose-site.ts'
import { hashOf } from '../../src/generator/hashed-address.ts'
import { makeSiteFiles } from '../../src/generator/site-files.ts'
import { textShape } from '../../src/generator/site-texts.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { pageDataAddress, shellDataAddress } from '../../src/shared/page-data.ts'
import { addArticles } from '../support/add-articles.ts'
import { addresses, onePageOfEachKind } from '../support/addresses.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { builtSite, origin, readBuiltBytes } from './built-pages.ts'

const bundle = await readBundle()
const settings = { siteOrigin: origin, retentionDays: builtSite.settings.retentionDays }

/** The files of the site after a change of its content. */
async function filesAfter(change: (folder: string) => void) {
  using folder = temporaryFolder()
  cpSync('content', folder.path, { recursive: true })
  change(folder.path)
  // Not checked: that takes longer than to compose it.
  const content = { ...readFiles(folder.path, textShape), problems: [], ofDrafts: [] }
  const made = makeSiteFiles(await composeSite(content, settings, bundle.renderPage), bundle)
  const files = new Map(made.files.map(({ address, body }) => [address, body]))
  const bytesOf = async (address: string) => Buffer.from((await files.get(address)?.()) ?? expect.unreachable(address))
  return { ...made.served, files, bytesOf }
}

type Site = { codeVersion: string; bytesOf(address: string): Promise<Buffer> }

/** The last build. */
const before: Site = { codeVersion: builtSite.codeVersion, bytesOf: async (address: string) => readBuiltBytes(address) }

/** docs/promises.md, budgets: how much larger a first visit may become when the site grows. */
const growthLimit = 0.01
/** How many articles are added: a file that lists them all would exceed the limit by far. */
const added = 50

/** The bytes of a first visit of a page, except scripts, which contain no texts (weight.test.ts). */
async function firstVisit(
  { bytesOf, codeVersion }: Site,
  { address, language }: (typeof onePageOfEachKind)[number],
): Promise<number> {
  const html = await bytesOf(address)
  const fonts = [...String(html).matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1] ?? '')
  const loaded = [pageDataAddress(codeVersion, address), shellDataAddress(codeVersion, language), ...new Set(fonts)]
  const bodies = [html, ...(await Promise.all(loaded.map(bytesOf)))]
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

test(`with ${added} more articles, a first visit of a page of any kind is at most 1 % larger`, async () => {
  const grown = await filesAfter((folder) => addArticles(folder, added))
  expect(grown.addresses).toHaveLength(builtSite.addresses.length + added)
  for (const page of onePageOfEachKind.filter(({ key }) => key !== 'not-found'))
    expect((await firstVisit(grown, page)) / (await firstVisit(before, page)) - 1, page.address).toBeLessThanOrEqual(
      growthLimit,
    )
})

test('a word renews its page, a drawing itself and the pages that show it, and a word of an email no public file', async () => {
  const after = await filesAfter((folder) => {
    for (const [file, from, to] of [
      ['texts/fr/mail.yml', /^text: \|\n +/m, '$&Site '],
      ['texts/en/privacy.yml', /^lead: (>-\n +)?/m, '$&Here '],
      ['pictures/specimen.svg', /<\/svg>/, '<path d="M0 0"/></svg>'],
    ] as const) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text).toMatch(from)
      writeFileSync(join(folder, file), text.replace(from, to))
    }
  })
  const renewed: string[] = []
  for (const address of after.files.keys()) {
    const was = address in builtSite.files ? hashOf(readBuiltBytes(address)) : undefined
    // The content of security.txt changes with the day, and the address of a card names its content.
    if (/security\.txt$|\/cards\//.test(address)) continue
    if (hashOf(await after.bytesOf(address)) !== was) renewed.push(address)
  }
  const drawings = renewed.filter((address) => address.startsWith('/assets/pictures/'))
  expect(drawings).toHaveLength(allLanguages.length)
  const pages = [addresses.privacy.en, ...allLanguages.map((language) => addresses.check_label[language])]
  const data = pages.map((address) => pageDataAddress(builtSite.codeVersion, address))
  expect(renewed.sort()).toEqual([...drawings, ...pages, ...data].sort())
})
