import { findViolations } from '../support/accessibility.ts'
import { addresses, onePageOfEachKind } from '../support/addresses.ts'
import { chunkOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack, replaceScript } from '../support/files-on-the-way.ts'
import { heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { unexpectedTitle, words } from '../support/words.ts'

test.slow()

test('every kind of page is free of what axe finds, in light and dark', async ({ page, baseURL, allowed }) => {
  allowed.console(/^Failed to load resource/)
  await decideEarlier(page, baseURL, 'false')
  const found: string[] = []
  for (const { address } of onePageOfEachKind) {
    await visit(page, address)
    found.push(...(await findViolations(page, address)))
  }
  expect(found).toEqual([])
})

test('so are a page that asks about cookies and the open menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, addresses.certification.en)
  await expect(page.getByRole('button', { name: words.en.accept, exact: true })).toBeVisible()
  const found = await findViolations(page, 'banner')
  await page.getByRole('button', { name: shellOf('en').texts.navbar.menu, exact: true }).click()
  await expect(navigationLink(page, 'en', words.en.navigation.home)).toBeVisible()
  found.push(...(await findViolations(page, 'menu')))
  expect(found).toEqual([])
})

test('so is the contact form with errors, on its way, failed and sent', async ({ page, baseURL, allowed }) => {
  allowed.console(/^Failed to load resource/)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await promise
    await route.fulfill({ status: 503, json: {} })
  })
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.contact.fr)
  const send = page.locator('form button')
  await send.click()
  await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
  const found = await findViolations(page, 'errors')

  for (const [index, typed] of ['Ana', 'ana@example.org', 'Hola'].entries())
    await page.getByRole('textbox').nth(index).fill(typed)
  await send.click()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  found.push(...(await findViolations(page, 'sending')))
  resolve()
  await expect(page.getByText(words.fr.formFailure, { exact: true })).toBeVisible()
  found.push(...(await findViolations(page, 'failure')))

  await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }))
  await send.click()
  await expect(page.getByText(words.fr.formSuccess, { exact: true })).toBeVisible()
  found.push(...(await findViolations(page, 'success')))
  expect(found).toEqual([])
})

test('so are the other office’s map, a page on its way and the failures of a page', async ({
  page,
  baseURL,
  allowed,
}) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  allowed.console(/the page broke/)
  const { navigation, loading } = words.es
  const release = await holdBack(page, chunkOf('home').script)
  await breakOff(page, chunkOf('presentation').script, 'cut')
  await replaceScript(page, chunkOf('certification').script, "export function Page() { throw 'the page broke' }")
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.contact.es)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: shellOf('es').offices[1]?.address ?? '' })
    .click()
  await expect(page.getByRole('contentinfo').locator('iframe')).toHaveAttribute(
    'title',
    new RegExp(shellOf('es').offices[1]?.city ?? '-'),
  )
  const found = await findViolations(page, 'map')

  await navigationLink(page, 'es', navigation.presentation).click()
  await expect(heading(page, shellOf('es').texts.errors.load.title)).toBeVisible()
  found.push(...(await findViolations(page, 'load failure')))

  await navigationLink(page, 'es', navigation.certification).click()
  await expect(heading(page, unexpectedTitle)).toBeVisible()
  found.push(...(await findViolations(page, 'unexpected failure')))

  await navigationLink(page, 'es', navigation.home).click()
  await expect(page.getByText(loading, { exact: true })).toBeVisible()
  found.push(...(await findViolations(page, 'loading')))
  release()
  await expect(heading(page, headingOf(pageOf('home', 'es')))).toBeVisible()
  expect(found).toEqual([])
})
