import { allLanguages } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses, allPages, unknownAddresses } from '../support/addresses.ts'
import { chunkOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff, replaceScript } from '../support/files-on-the-way.ts'
import { heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { unexpectedTitle, words } from '../support/words.ts'

test.slow()

for (const language of allLanguages) {
  const { texts } = shellOf(language)

  test(`every page in ${language} is free of what axe finds, in light and dark`, async ({ page, baseURL }) => {
    await decideEarlier(page, baseURL, 'false')
    const found: string[] = []
    for (const key of allPages) {
      await visit(page, addresses[key][language])
      found.push(...(await findViolations(page, addresses[key][language])))
    }
    expect(found).toEqual([])
  })

  test(`so is the not-found page in ${language}`, async ({ page, baseURL, allowed }) => {
    allowed.console(/^Failed to load resource/)
    await decideEarlier(page, baseURL, 'false')
    await visit(page, unknownAddresses[language])
    expect(await findViolations(page, unknownAddresses[language])).toEqual([])
  })

  test(`so is a page that asks about cookies in ${language}`, async ({ page }) => {
    await visit(page, addresses.home[language])
    await expect(page.getByRole('button', { name: words[language].accept, exact: true })).toBeVisible()
    expect(await findViolations(page, 'banner')).toEqual([])
  })

  test(`so is the open menu of a phone in ${language}`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.certification[language])
    await page.getByRole('button', { name: texts.navbar.menu, exact: true }).click()
    await expect(navigationLink(page, language, words[language].navigation.home)).toBeVisible()
    expect(await findViolations(page, 'menu')).toEqual([])
  })

  test(`so is the contact form in ${language} with errors, and after sending`, async ({ page, baseURL, allowed }) => {
    allowed.console(/^Failed to load resource/)
    await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: {} }))
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.contact[language])
    const send = page.getByRole('button', { name: words[language].send, exact: true })
    await send.click()
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
    const found = await findViolations(page, 'errors')

    for (const [index, typed] of ['Ana', 'ana@example.org', 'Hola'].entries())
      await page.getByRole('textbox').nth(index).fill(typed)
    await send.click()
    await expect(page.getByText(words[language].formFailure, { exact: true })).toBeVisible()
    found.push(...(await findViolations(page, 'failure')))

    await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }))
    await send.click()
    await expect(page.getByText(words[language].formSuccess, { exact: true })).toBeVisible()
    found.push(...(await findViolations(page, 'success')))
    expect(found).toEqual([])
  })

  test(`so are a page on its way, a message on its way and the other office's map in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const file of [chunkOf('certification').script, '/api/contact'])
      await page.route(`**${file}`, async (route) => {
        await promise
        await route.continue()
      })
    await decideEarlier(page, baseURL, 'false')
    await visit(page, addresses.contact[language])
    for (const [index, typed] of ['Ana', 'ana@example.org', 'Hola'].entries())
      await page.getByRole('textbox').nth(index).fill(typed)
    await page.getByRole('button', { name: words[language].send, exact: true }).click()
    await expect(page.locator('form button')).toHaveAttribute('aria-disabled', 'true')
    const found = await findViolations(page, 'sending')

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: shellOf(language).offices[1]?.address ?? '' })
      .click()
    await expect(page.getByRole('contentinfo').locator('iframe')).toHaveAttribute('title', /Floirac/)
    found.push(...(await findViolations(page, 'Floirac’s map')))

    await page.evaluate(() => scrollTo(0, 0))
    await navigationLink(page, language, words[language].navigation.certification).click()
    await expect(page.getByText(words[language].loading, { exact: true })).toBeVisible()
    found.push(...(await findViolations(page, 'loading')))
    resolve()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeVisible()
    expect(found).toEqual([])
  })

  test(`so are the failures of a page in ${language}`, async ({ page, baseURL, allowed }) => {
    allowed.console(/^LoadError/)
    allowed.console(/^Failed to load resource/)
    allowed.console(/the page broke/)
    await decideEarlier(page, baseURL, 'false')
    await breakOff(page, chunkOf('presentation').script, 'cut')
    await replaceScript(page, chunkOf('certification').script, "export function Page() { throw 'the page broke' }")
    await visit(page, addresses.contact[language])
    await navigationLink(page, language, words[language].navigation.presentation).click()
    await expect(heading(page, texts.errors.load.title)).toBeVisible()
    const found = await findViolations(page, 'load failure')

    await navigationLink(page, language, words[language].navigation.certification).click()
    await expect(heading(page, unexpectedTitle)).toBeVisible()
    found.push(...(await findViolations(page, 'unexpected failure')))
    expect(found).toEqual([])
  })
}
