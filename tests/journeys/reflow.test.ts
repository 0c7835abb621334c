import { allLanguages } from '../../src/shared/languages.ts'
import { allPages } from '../../src/shared/pages.ts'
import { addresses, unknownAddresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** What reaches past the sides of the window, if the page scrolls sideways at all. */
const overflow = () => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 100))
}

for (const language of allLanguages)
  test(`no page in ${language} scrolls sideways, from 320 to 2,560 px`, async ({ page, baseURL, allowed }) => {
    test.slow()
    allowed.console(/^Failed to load resource/)
    await decideEarlier(page, baseURL, 'false')
    for (const address of [...allPages.map((key) => addresses[key][language]), unknownAddresses[language]]) {
      await page.goto(address)
      for (const width of [320, 390, 768, 1280, 2560]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(overflow), `${address} at ${width} px`).toEqual([])
      }
    }
  })

for (const language of allLanguages)
  test(`at 320 px, menu, banner and form errors fit in ${language}, and both answers can be reached`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, addresses.contact[language])
    for (const name of [words[language].accept, words[language].refuse]) {
      const button = page.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(overflow), 'banner').toEqual([])
    await page.getByRole('button', { name: words[language].refuse, exact: true }).click()

    await page.getByRole('button', { name: words[language].send, exact: true }).click()
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
    expect(await page.evaluate(overflow), 'form errors').toEqual([])

    await page.getByRole('button', { name: shellOf(language).texts.navbar.menu, exact: true }).click()
    expect(await page.evaluate(overflow), 'menu').toEqual([])
  })
