import { addresses } from '../support/addresses.ts'
import { chunkOf, contactTextsOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

test('a visitor who uses everything there is never meets the security policy', async ({ page, allowed }) => {
  allowed.host(mapsService)
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  await playMapsService(page)
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { reportViolation(violation: string): void }).reportViolation(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
  const { navigation, accept, refuse, send, formSuccess } = words.fr
  const { texts, offices } = shellOf('fr')
  const { form } = contactTextsOf('fr')
  const footer = page.getByRole('contentinfo')

  const mend = await breakOff(page, chunkOf('certification').style, 'cut')
  const response = await visit(page, addresses.home.fr)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe-')

  // The maps, both of them, and the choice about cookies.
  await footer.getByRole('link', { name: offices[1]?.address ?? '' }).click()
  await footer.getByRole('button', { name: texts.footer.map_load }).click()
  await expect(footer.locator('iframe').contentFrame().getByText('Asked for')).toBeVisible()
  await page.getByRole('button', { name: accept, exact: true }).click()
  await footer.getByRole('button', { name: texts.footer.cookies }).click()
  await page.getByRole('button', { name: refuse, exact: true }).click()

  // Every kind of page, a note, a failure and its retry.
  await mainArea(page).locator('a', { hasText: words.fr.readMore }).first().click()
  await expect(heading(page, headingOf(pageOf('bienestar_animal', 'fr')))).toBeVisible()
  await mainArea(page).locator('a[href^="#source-"]').first().click()
  await navigationLink(page, 'fr', navigation.presentation).click()
  await expect(heading(page, headingOf(pageOf('presentation', 'fr')))).toBeVisible()
  await navigationLink(page, 'fr', navigation.certification).click()
  const retry = page.getByRole('button', { name: texts.errors.load.retry, exact: true })
  await expect(retry).toBeVisible()
  await mend()
  await retry.click()
  await expect(heading(page, headingOf(pageOf('certification', 'fr')))).toBeVisible()

  // The form, refused and sent.
  await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }))
  await navigationLink(page, 'fr', navigation.contact).click()
  await page.getByRole('button', { name: send, exact: true }).click()
  await expect(page.getByRole('link', { name: form.errors.name_empty })).toBeVisible()
  for (const [index, typed] of ['Ana', 'ana@example.org', 'Hola'].entries())
    await page.getByRole('textbox').nth(index).fill(typed)
  await page.getByRole('button', { name: send, exact: true }).click()
  await expect(mainArea(page).getByRole('status')).toHaveText(formSuccess)

  // The menu of a phone, another language, and back.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: texts.navbar.menu, exact: true }).click()
  await page.keyboard.press('Escape')
  await languageLink(page, 'fr', 'en').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(violations).toEqual([])
})
