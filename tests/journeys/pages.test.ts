import { allLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages, pages } from '../support/addresses.ts'
import { chunkOf, headingOf, pageFile, pageOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { heading, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

for (const language of allLanguages) {
  for (const page of allPages)
    test(`${addresses[page][language]} opens and is hydrated, with its title, heading, header and footer`, async ({
      page: tab,
    }) => {
      const response = await visit(tab, addresses[page][language])

      expect(response?.status()).toBe(200)
      expect(addressBar(tab)).toBe(addresses[page][language])
      const built = pageOf(page, language)
      await expect(tab).toHaveTitle(built.head.title)
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(headingOf(built))
      await expect(tab.locator('html')).toHaveAttribute('lang', language)
      await expect(tab.getByRole('banner').getByRole('link', { name: 'Mizan Halal' })).toBeVisible()
      for (const name of Object.values(words[language].navigation))
        await expect(navigationLink(tab, language, name)).toBeVisible()
      await expect(tab.getByRole('contentinfo')).toContainText(words[language].copyright)
      await expect(tab.getByRole('heading', { name: words[language].mapHeading, exact: true })).toBeVisible()
    })

  test(`the hero stands on the home page only (${language})`, async ({ page }) => {
    const banner = page.getByRole('banner')
    await visit(page, addresses.home[language])
    await expect(banner.getByRole('heading', { level: 1 })).toHaveText(words[language].heroTitle)

    await navigationLink(page, language, words[language].navigation.certification).click()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeVisible()
    await expect(banner.getByRole('heading')).toHaveCount(0)

    await navigationLink(page, language, words[language].navigation.home).click()
    await expect(banner.getByRole('heading', { level: 1 })).toHaveText(words[language].heroTitle)
  })

  test(`the home page leads to the three articles by "${words[language].readMore}"`, async ({ page }) => {
    await visit(page, addresses.home[language])
    const links = mainArea(page).locator('a', { hasText: words[language].readMore })
    const articles = allPages.filter((page) => pages[page] === 'article')

    await expect(links.getByText(words[language].readMore, { exact: true })).toHaveCount(articles.length)
    for (const [index, article] of articles.entries())
      await expect(links.nth(index)).toHaveAttribute('href', addresses[article][language])
    await links.first().click()
    await expect(heading(page, headingOf(pageOf('bienestar_animal', language)))).toBeVisible()
  })
}

for (const [language, part, file] of [
  ['es', 'texts', pageFile('certification', 'es')],
  ['en', 'script', chunkOf('certification').script],
  ['fr', 'style', chunkOf('certification').style],
] as const)
  test(`while a page waits for its ${part}, the main area says "${words[language].loading}"`, async ({ page }) => {
    const release = await holdBack(page, file)
    await visit(page, addresses.home[language])
    await navigationLink(page, language, words[language].navigation.certification).click()

    await expect(mainArea(page)).toHaveText(words[language].loading)
    await expect(mainArea(page).getByRole('status')).toHaveText(words[language].loading)
    await expect(navigationLink(page, language, words[language].navigation.home)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(words[language].copyright)

    release()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeVisible()
    await expect(page.getByText(words[language].loading, { exact: true })).toHaveCount(0)
  })
