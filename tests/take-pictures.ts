// Takes the pictures of docs/editing.md from the editor itself: node tests/take-editing-pictures.ts
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startEditor } from './support/editor-process.ts'
import { browserArgs, findBrowser } from './support/programs.ts'

const hero = (language: string, key: string) => `[name="texts/${language}/hero.yml#${key}"]`

await using editor = await startEditor()
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', colorScheme: 'light' })
await page.goto(editor.origin)
const preview = page.frameLocator('iframe')

await page.locator(hero('en', 'text')).focus()
await preview.getByRole('heading', { level: 1 }).waitFor()
await take(page, 'editor')

const title = page.locator(hero('fr', 'title'))
const before = await title.inputValue()
await title.fill('')
await page.getByText('This text is missing. Write it.').waitFor()
await take(rowOf(page, title), 'problem')
await title.fill(before)
await page.getByText('This text is missing. Write it.').waitFor({ state: 'hidden' })

await page.locator('[name="texts/en/help.yml#get_certified.link"]').fill('See all that we check')
await preview.getByText('See all that we check').waitFor()
await page.getByRole('link', { name: /^Changes to publish/ }).click()
await page.getByLabel('Your name').fill('Ana Pérez')
await page.getByLabel('What has changed').fill('The link of the home page')
await take(page.getByRole('main'), 'changes')

await page.getByRole('link', { name: 'Animal welfare in Islam' }).click()
await take(page.getByRole('group', { name: 'Formatting' }).nth(1).locator('..'), 'marks')

await page.getByRole('link', { name: 'Details of the organisation' }).click()
await take(rowOf(page, page.locator('[name="organisation.yml#offices[0].phone"]')), 'placeholder')

await browser.close()

/** A field with its label and its hints, in all languages. */
function rowOf(within: Page, field: Locator): Locator {
  return within
    .locator('main div')
    .filter({ has: within.getByRole('heading', { level: 3 }) })
    .filter({ has: field })
    .last()
}

async function take(what: Page | Locator, name: string): Promise<void> {
  const picture = await what.screenshot()
  await sharp(picture)
    .resize({ width: 1200, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(`docs/editing/${name}.webp`)
}
