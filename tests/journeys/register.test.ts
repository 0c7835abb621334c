import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

/** A specimen as the drawing on “Check a label” shows it, and what the register says of it. */
const specimen = '00-0001-X'

test.use({ viewport: { width: 390, height: 844 } })

test.beforeEach(({ page, baseURL }) => decideEarlier(page, baseURL, 'false'))

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without it', () => {
    test.use({ javaScriptEnabled })

    test('a shopper types the number on the pack and reads until when it is in force', async ({ page }) => {
      await page.goto('/')
      await page.locator(`main a[href="${addresses.check_label.es}"]`).first().click()
      await expect(page).toHaveURL(addresses.check_label.es)
      const field = page.getByRole('search').getByRole('textbox')
      await expect(field).toBeInViewport()
      await field.fill(' cert 00 0001 x ')
      await field.press('Enter')
      await expect(page).toHaveURL(`/registro/${specimen}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Certificado ${specimen}`)
      await expect(page.getByText('En vigor hasta el')).toBeInViewport()
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a wrong character, an unknown number and a plant without accents are answered', async ({ page, allowed }) => {
    allowed.console(/^Failed to load resource/)
    for (const [typed, heading] of [
      ['00-0001-1', 'Un caractère est probablement faux'],
      ['26-0041-4', 'Nous ne trouvons pas le 26-0041-4'],
      ['carnicas', /carnicas/],
    ] as const) {
      await page.goto('/fr/registre')
      await page.getByRole('search').getByRole('textbox').fill(typed)
      await page.getByRole('search').getByRole('button').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  })
})

test('in place, the heading has the focus, the language keeps the certificate, and Back leads to the search', async ({
  page,
}) => {
  await visit(page, '/en/register')
  await page.getByRole('search').getByRole('textbox').fill('ejemplo')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL('/en/register?q=ejemplo')
  await page.getByRole('link', { name: specimen }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL(`/fr/registre/${specimen}`)
  await expect(page).toHaveTitle(new RegExp(`^Certificat ${specimen}`))
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: ejemplo')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('a printed short address opens in the language of the browser', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'fr-FR' })
  await page.goto(`/c/${specimen}`)
  await expect(page).toHaveURL(`/fr/registre/${specimen}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.close()
})

test('at 320 px nothing scrolls sideways and axe finds nothing on the register, a search, a certificate and a number that is not there', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource/)
  const found: string[] = []
  for (const address of ['/registro', '/fr/registre?q=ejemplo', `/en/register/00-0003-6`, '/registro/26-0041-4']) {
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320)
    found.push(...(await findViolations(page, address)))
  }
  expect(found).toEqual([])
})
