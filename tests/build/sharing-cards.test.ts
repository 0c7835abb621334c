import { expect, test } from 'vitest'
import { builtSite, everyPage, origin, publicPages, readBuiltBytes, rule, textOf } from './built-pages.ts'

/** Some services give up on a picture that comes slowly; none of these needs more. */
const weightLimit = 60_000
const size = { width: 1200, height: 630 }

type Page = (typeof everyPage)[number]
const metaOf = ({ root }: Page, name: string) =>
  root.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? ''
const cardOf = (page: Page) => metaOf(page, 'og:image').replace(origin, '')

rule('every page names its sharing card by its whole address', publicPages, (page) =>
  builtSite.files[cardOf(page)]?.immutable && metaOf(page, 'og:image').startsWith(`${origin}/assets/cards/`)
    ? []
    : [`og:image is “${metaOf(page, 'og:image')}”; the build has no such lasting file.`],
)

test('no two pages share a card', () => {
  expect(new Set(publicPages.map(cardOf)).size).toBe(publicPages.length)
})

rule('every sharing card is a PNG file of 1200 x 630 pixels and at most 60,000 bytes', publicPages, (page) => {
  const card = readBuiltBytes(cardOf(page))
  const isPng = card.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
  const measures = { width: card.readUInt32BE(16), height: card.readUInt32BE(20) }
  return [
    ...(isPng ? [] : ['its card is no PNG file.']),
    ...(JSON.stringify(measures) === JSON.stringify(size) ? [] : [`its card measures ${JSON.stringify(measures)}.`]),
    ...(card.length <= weightLimit ? [] : [`its card weighs ${card.length} bytes.`]),
  ]
})

rule('every page says how large its card is, what it shows, and that it is to be shown large', publicPages, (page) => [
  ...(metaOf(page, 'og:image:width') === String(size.width) ? [] : ['og:image:width is wrong.']),
  ...(metaOf(page, 'og:image:height') === String(size.height) ? [] : ['og:image:height is wrong.']),
  ...(metaOf(page, 'twitter:card') === 'summary_large_image' ? [] : ['twitter:card is missing.']),
  // The card shows the page's first heading, and so its description says it.
  ...(metaOf(page, 'og:image:alt').includes(textOf(page.root.querySelector('h1')) || 'a heading')
    ? []
    : [`og:image:alt is “${metaOf(page, 'og:image:alt')}”; it does not give the title.`]),
])

rule(
  'a page that was not found is not meant to be shared',
  everyPage.filter(({ key }) => key === 'not-found'),
  (page) => (metaOf(page, 'og:image') ? ['has a sharing card.'] : []),
)
