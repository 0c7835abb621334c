import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/languages.ts'
import { shellOf } from './built-site.ts'
import { languageNames } from './words.ts'

/** The navigation bar's link to a page. */
export const navigationLink = (page: Page, language: Language, name: string) =>
  page.getByRole('navigation', { name: shellOf(language).texts.navbar.label }).getByRole('link', { name, exact: true })

/** The link to a language, as it is offered on a page in the language at hand. */
export const languageLink = (page: Page, language: Language, other: Language) =>
  page
    .getByRole('navigation', { name: shellOf(language).texts.language.label, exact: true })
    .getByRole('link', { name: languageNames[other], exact: true })

export const mainArea = (page: Page) => page.getByRole('main')
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
