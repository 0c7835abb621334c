import { unknownAddresses } from '../support/addresses.ts'
import { headingOf, notFoundPageOf } from '../support/built-site.ts'
import { expectPageInPlace, heading, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, markDocument, visit } from '../support/visit.ts'

// The second is “/fr/page-supprimée” in Latin-1, as an old page may link to it.
for (const address of [unknownAddresses.fr, '/fr/page-supprim%E9e'])
  test(`the unknown address ${address} has status 404 and a page in its language, with links to other pages, and Back returns to it`, async ({
    page,
    allowed,
  }) => {
    allowed.console(/^Failed to load resource: the server responded with a status of 404/)
    const notFound = notFoundPageOf('fr')
    const response = await visit(page, address)
    expect(response?.status()).toBe(404)
    await expect(heading(page, headingOf(notFound))).toBeVisible()
    await expect(page).toHaveTitle(notFound.head.title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(new URL(page.url()).pathname).toBe(address)

    const isSameDocument = await markDocument(page)
    await navigationLink(page, 'fr', 'contact').click()
    await expectPageInPlace(page, 'contact', 'fr')
    expect(await isSameDocument()).toBe(true)
    await page.goBack()
    await expect(heading(page, headingOf(notFound))).toBeVisible()
    await expect(page).toHaveTitle(notFound.head.title)
    await hydrate(page)
    await page.goForward()
    await expectPageInPlace(page, 'contact', 'fr')
  })
