import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import { type Language, publishedLanguages } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { builtSite } from '../support/built-site.ts'
import { languageLink } from '../support/find.ts'
import { certificate, decision, entriesOf } from '../support/register.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { expect, test } from '../support/test.ts'
import { countSheets, decideEarlier, hydrate, markDocument, visit } from '../support/visit.ts'

const shown = certificate('260001', { plant: 'Matadero Ñandú', from: '2020-01-01', until: '2099-12-31' })
const withdrawn = certificate('260002', { from: '2020-01-01', until: '2099-12-31' })
const withdrawal = decision('2026-03-01', 'withdrawn', { reason: 'requirement_not_met', batches: '2603, 2604' })

/** The site with a register of the test's own: that of the office may be empty, and whatever is in it ends one day. */
let site: ServerProcess | undefined
const folder = temporaryFolder()
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  mkdirSync(join(folder.path, 'dist'))
  for (const part of ['dist/public', 'dist/prerender']) symlinkSync(resolve(part), join(folder.path, part), 'junction')
  const certificates = [shown, { ...withdrawn, decisions: [withdrawal] }]
  const batch = { entry: 'accepted', number: shown.number, batch: '2603', day: '2026-03-13' }
  const register = { ...builtSite.register, specimens: [...entriesOf(certificates), batch] }
  writeFileSync(join(folder.path, 'dist/site.json'), JSON.stringify({ ...builtSite, register }))
  site = await startServer({ folder: folder.path })
})
test.afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  folder.remove()
})
test.use({ baseURL: ({ baseURL }, use) => use(site?.origin ?? baseURL) })

const { number } = shown
const word = 'matadero'
const today = new Date().toISOString().slice(0, 10)
const { pages } = builtSite.register
const textsOf = (language: Language) => pages[language].content
const texts = textsOf('es')
/** The heading of its page. */
const titleIn = (language: Language) => interpolate(textsOf(language).certificate, { number })
/** Where its page is. */
const addressIn = (language: Language) => `${addresses.register[language]}/${number}`

test.use({ viewport: { width: 390, height: 844 } })

test.beforeEach(({ page }) => decideEarlier(page, 'false'))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper types the number on the pack, reads until when it is in force, and asks for a pack; the answer is the first sentence below the heading', async ({
    page,
  }) => {
    await page.goto('/')
    await page.locator(`main a[href="${addresses.check_label.es}"]`).first().click()
    await expect(page).toHaveURL(addresses.check_label.es)
    const field = page.getByRole('search').getByRole('textbox')
    await expect(field).toBeInViewport()
    await field.fill(` cert ${number.replaceAll('-', ' ').toLowerCase()} `)
    await field.press('Enter')
    await expect(page).toHaveURL(addressIn('es'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleIn('es'))
    await expect(page.getByText(texts.sentences['in-force'].split('{{')[0] ?? '')).toBeInViewport()
    await askForPack(page, 'es')
  })
})

async function askForPack(page: Page, language: Language): Promise<void> {
  const { packed, batch, submit, answers, again, errors } = textsOf(language).pack
  const [day, lot] = [page.getByLabel(packed), page.getByLabel(batch, { exact: true })]
  const send = page.getByRole('button', { name: submit })
  await day.fill(today)
  await lot.fill('lote 9 NO EXISTE')
  await send.click()
  await expect(page).toHaveURL(`${addressIn(language)}?packed=${today}&batch=lote+9+NO+EXISTE`)
  const answer = page.locator('h1 + [data-covered]')
  await expect(answer).toContainText(answers.unknown.split('}}').at(-1) ?? '')
  await expect(answer).toBeInViewport()
  await expect(answer.getByRole('link', { name: '@' })).toBeVisible()
  // The question is folded below its answer.
  await page.getByText(again, { exact: true }).click()
  await expect(lot).toHaveValue('lote 9 NO EXISTE')
  await day.fill('2999-01-01')
  await send.click()
  await expect(day).toHaveAccessibleDescription(new RegExp(errors.packed_future))
  await expect(answer).toBeHidden()
}

test('in place, the heading has the focus, the language keeps the certificate, which answers for a pack, and Back leads to the search; each page fits in 320 px, and axe finds nothing on one of each kind', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  const expectFits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(320)
  const expectAccessible = async () => expect(await findViolations(page, page.url())).toEqual([])
  const search = async (typed: string) => {
    await page.getByRole('search').getByRole('textbox').fill(typed)
    await page.getByRole('search').getByRole('button').click()
    await expect(heading).toContainText(typed)
    await expectFits()
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await visit(page, addresses.register.en)
  await expectFits()
  const isSameDocument = await markDocument(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const row of await page.getByRole('row').getByRole('link').all()) await row.hover()
  await search('99-9999-0')
  await expectAccessible()
  for (const typed of ['x'.repeat(100), word]) await search(typed)
  await expectAccessible()
  expect(requests.filter((url) => url.includes(number))).toEqual([])
  await page.getByRole('link', { name: number }).click()
  await expect(heading).toBeFocused()
  await languageLink(page, 'en', 'fr').click()
  await expect(page).toHaveURL(addressIn('fr'))
  await expect(page).toHaveTitle(new RegExp(`^${titleIn('fr')}`))
  await expectFits()
  await askForPack(page, 'fr')
  await expectAccessible()
  for (let back = 0; back < 4; back++) await page.goBack()
  await expect(heading).toContainText(`“${word}”`)
  for (let back = 0; back < 3; back++) await page.goBack()
  await page
    .getByRole('link', { name: textsOf('en').changes.title })
    .first()
    .click()
  await expect(page).toHaveURL(addresses.register_changes.en)
  expect(await isSameDocument()).toBe(true)
  const feed = page.locator('a[href$=".atom"]')
  await feed.hover()
  await feed.click()
  await expect(page).toHaveURL(`${addresses.register_changes.en}.atom`)
  await expect.poll(() => page.evaluate(() => document.contentType)).not.toContain('html')
})

test('a state is never shown for five minutes, and is requested again each time; offline, it is hidden, which is said, until the network is back', async ({
  page,
  context,
  allowed,
}) => {
  allowed.console(/Failed to load resource|Loading .* failed|LoadError/)
  const { 'in-force': inForce, suspended } = texts.states
  // A screen reader announces what changes in it.
  const state = page.locator('[data-state][aria-live="polite"] > .serif')
  const stale = page.getByRole('status').filter({ hasText: texts.stale })
  const loseNetwork = async () => {
    await context.setOffline(true)
    await expect(state).toBeVisible()
    await page.clock.runFor('04:50')
    await expect(state).toBeHidden()
    await expect(stale).toBeVisible()
    await context.setOffline(false)
    await expect(state).toBeVisible()
    await expect(stale).toBeHidden()
  }
  await page.clock.install()
  await page.goto(addressIn('es'))
  await loseNetwork()
  // Before React is there, the document is loaded again: the one for the network is there before the one for the time.
  await page.waitForLoadState()
  const reloaded = page.waitForEvent('load')
  await page.clock.runFor('04:50')
  await reloaded
  await hydrate(page)
  await loseNetwork()
  const isSameDocument = await markDocument(page)
  let isSuspended = true
  await page.route(new RegExp(`${addresses.register.es}.*\\.json`), async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const changed = text.replaceAll(JSON.stringify(inForce), JSON.stringify(suspended))
    await route.fulfill({ response, body: isSuspended ? changed : text })
  })
  await page.clock.runFor('04:50')
  await expect(state).toHaveText(suspended)
  isSuspended = false
  await page.getByRole('search').getByRole('textbox').fill(word)
  await page.keyboard.press('Enter')
  // The certificate's page may have such a link too.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(word)
  await page.getByRole('link', { name: number }).click()
  await expect(state).toHaveText(inForce)
  isSuspended = true
  await page.goBack()
  await page.goForward()
  await expect(state).toHaveText(suspended)
  expect(await isSameDocument()).toBe(true)
})

test('a certificate prints on one sheet, with all that a withdrawal says', async ({ page }) => {
  for (const language of publishedLanguages) {
    await page.goto(`${addresses.register[language]}/${withdrawn.number}`)
    await page.locator('figure img').evaluate((image: HTMLImageElement) => image.decode())
    expect(await countSheets(page)).toBe(1)
  }
})
