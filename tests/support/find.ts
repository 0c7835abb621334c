import { expect, type Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import type { PageKey } from '../../src/shared/pages.ts'
import { addresses } from './addresses.ts'
import { headingOf, pageOf, shellOf } from './built-site.ts'
import { addressBar } from './visit.ts'
import { languageNames, words } from './words.ts'

/** The navigation bar's link to a page. */
export const navigationLink = (page: Page, language: Language, to: keyof (typeof words)['es']['navigation']) =>
  page
    .getByRole('navigation', { name: shellOf(language).texts.navbar.label })
    .getByRole('link', { name: words[language].navigation[to], exact: true })

/** The link to a language on a page in the current language. */
export const languageLink = (page: Page, language: Language, other: Language) =>
  page
    .getByRole('navigation', { name: shellOf(language).texts.language.label, exact: true })
    .getByRole('link', { name: languageNames[other], exact: true })

/** The button of the menu, which says “Close” while it is open. */
export function burger(page: Page, language: Language) {
  const { menu, close } = shellOf(language).texts.navbar
  return page.getByRole('button', { name: new RegExp(`^(${menu}|${close})$`) })
}

/** The question about cookies. */
export const cookieBanner = (page: Page, language: Language) =>
  page.getByRole('region', { name: shellOf(language).texts.cookies.label, exact: true })

export const mainArea = (page: Page) => page.getByRole('main')
export const footer = (page: Page) => page.getByRole('contentinfo')
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The heading of a page of the site. */
export const pageHeading = (page: Page, key: PageKey, language: Language) =>
  heading(page, headingOf(pageOf(key, language)))

/** Waits until a page of the site is shown, with its heading, title and address. */
export async function expectPage(page: Page, key: PageKey, language: Language): Promise<void> {
  await expect(pageHeading(page, key, language)).toBeVisible()
  await expect(page).toHaveTitle(pageOf(key, language).head.title)
  await expect.poll(() => addressBar(page)).toBe(addresses[key][language])
}

/** Like `expectPage`, after a change in place: the heading has the focus. */
export async function expectPageInPlace(page: Page, key: PageKey, language: Language): Promise<void> {
  await expect(pageHeading(page, key, language)).toBeFocused()
  await expectPage(page, key, language)
}
