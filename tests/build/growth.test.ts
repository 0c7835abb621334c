import { cpSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readBundle } from '../../src/generator/bundle.ts'
import { composeSite } from '../../src/generator/compose-site.ts'
import { makeSiteFiles } from '../../src/generator/site-files.ts'
import { readSiteContent } from '../../src/generator/site-texts.ts'
import { pageDataAddress, shellDataAddress } from '../../src/shared/page-data.ts'
import { addArticles } from '../support/add-articles.ts'
import { onePageOfEachKind } from '../support/addresses.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { builtSite, origin, readBuiltBytes } from './built-pages.ts'

/** How many articles are added: a file that lists them all would exceed the limit by far. */
const added = 150
/** docs/promises.md, budgets: how much larger a first visit may become when the site grows. */
const growthLimit = 0.01

using folder = temporaryFolder()
const bundle = await readBundle()

cpSync('content', `${folder.path}/content`, { recursive: true })
addArticles(`${folder.path}/content`, added)
const settings = { siteOrigin: origin, retentionDays: builtSite.settings.retentionDays }
const grown = makeSiteFiles(
  await composeSite(readSiteContent(`${folder.path}/content`), settings, bundle.renderPage),
  bundle,
)

async function grownBytes(address: string): Promise<Buffer> {
  const file = grown.files.find((each) => each.address === address)
  if (!file) throw new Error(`There is no file at ${address}.`)
  return Buffer.from(await file.body())
}

/** The bytes of a first visit of a page, except scripts, which contain no texts (weight.test.ts). */
async function firstVisit(
  bytesOf: (address: string) => Buffer | Promise<Buffer>,
  codeVersion: string,
  { address, language }: (typeof onePageOfEachKind)[number],
): Promise<number> {
  const html = await bytesOf(address)
  const fonts = [...String(html).matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1] ?? '')
  const loaded = [pageDataAddress(codeVersion, address), shellDataAddress(codeVersion, language), ...new Set(fonts)]
  const bodies = [html, ...(await Promise.all(loaded.map(bytesOf)))]
  return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
}

describe(`with ${added} more articles`, () => {
  test('the site has them all', () => expect(grown.served.addresses).toHaveLength(builtSite.addresses.length + added))

  test.each(onePageOfEachKind.filter(({ key }) => key !== 'not-found'))(
    'a first visit of $address is at most 1 % larger',
    async (page) => {
      const before = await firstVisit((address) => readBuiltBytes(address), builtSite.codeVersion, page)
      const after = await firstVisit(grownBytes, grown.served.codeVersion, page)
      expect(after / before - 1).toBeLessThanOrEqual(growthLimit)
    },
  )
})
