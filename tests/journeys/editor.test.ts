import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// Not the strict test of the other journeys, which knows the site's origin alone.
import { type FrameLocator, type Page, expect as quickly, test, type ViewportSize } from '@playwright/test'
import { readTexts } from '../../src/content/read/texts.ts'
import type { EditorWords } from '../../src/editor/content.ts'
import { eachLanguage, publishedLanguages } from '../../src/shared/languages.ts'
import type { MenuTexts } from '../../src/site/components/header/content.ts'
import { findViolations } from '../support/accessibility.ts'
import { type EditorProcess, startEditor } from '../support/editor-process.ts'

// The whole site is composed anew after each change, which takes long on a busy machine.
const expect = quickly.configure({ timeout: 60_000 })

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const key = 'a_test_of_the_editor'

const article = {
  title: 'A test of the editor',
  slug: 'a-test-of-the-editor',
  text: 'What a controller does from the arrival at the plant to the signature on the day’s sheet, step by step.',
}
/** What the other languages say of it. */
const translations = {
  ...eachLanguage((language) => `A controller’s day, in ${language}.`),
  es: 'Qué hace un controlador desde que llega a la planta hasta que firma la hoja del día, paso a paso.',
  fr: 'Ce que fait un contrôleur de son arrivée à l’usine à la signature de la feuille du jour, étape par étape.',
}

/** The words of the editor, as its texts have them. */
const { editor: words, navbar } = readTexts('content', []).en as unknown as {
  editor: EditorWords
  navbar: MenuTexts
}
/** Matches a text whatever its placeholders are replaced with. */
const around = (text: string) => new RegExp(RegExp.escape(text).replace(/\\\{\\\{.*?\\\}\\\}/g, '.*'))

/** A word that the English texts have once, in a long text. */
const lines = globSync('content/texts/en/*.yml').flatMap((file) => readFileSync(file, 'utf8').split('\n'))
const isRare = (word: string) => lines.join('\n').toLowerCase().split(word).length === 2
const [rareWord = ''] = lines
  .filter(({ length }) => length > 200)
  .flatMap((line) => line.match(/\b[a-z]{9,}\b/g)?.filter(isRare) ?? [])

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const saved = (page: Page) => expect(page.getByText(words.saved)).toBeVisible()

// One editor and one visit for all tests: it takes longer to prepare than to use.
test.describe.configure({ mode: 'serial' })
let editor: EditorProcess
let page: Page
let preview: FrameLocator
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(600_000)
  editor = await startEditor()
  page = await (await browser.newContext()).newPage()
  preview = page.frameLocator('iframe')
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
})
test.afterAll(() => editor[Symbol.asyncDispose]())
test.afterEach(() => expect(faults).toEqual([]))

test('the editor fits a telephone, and works with the keyboard', async ({ viewport }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(editor.origin)
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('searchbox').focus()
  await page.keyboard.type(rareWord)
  await expect(page.getByText(around(words.found))).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('textarea:focus')).toHaveValue(new RegExp(rareWord))
  await expect(page.locator('textarea:focus')).toBeInViewport()
  // The page is a screen of its own, and marks what is being edited.
  await page.getByRole('button', { name: words.regions.preview }).click()
  await expect(preview.locator('[style*="outline"]').first()).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2 * 640)
  await page.setViewportSize(viewport as ViewportSize)
  await page.getByRole('searchbox').fill('')
})

test('a sentence changes, and the page beside it follows', async () => {
  await page.getByRole('link', { name: navbar.home, exact: true }).click()
  const action = field(page, 'texts/en/help.yml#get_certified.link')
  await action.fill('See all that we check')
  await expect(preview.getByText('See all that we check')).toBeVisible()
  const contact = field(page, 'texts/en/help.yml#ask.link')
  const before = await contact.inputValue()
  await contact.pressSequentially('abcdefghijkl')
  // Words at a time, not letters. One more would undo what was typed in another field.
  for (let undone = 0; undone < 6 && (await contact.inputValue()) !== before; undone++)
    await contact.press('ControlOrMeta+z')
  await expect(contact).toHaveValue(before)
})

test('a click on a text of the page leads to its field', async () => {
  await preview.getByRole('heading', { level: 1 }).click()
  await expect(field(page, 'texts/en/hero.yml#title')).toBeFocused()
})

test('a mistake is reported at its field, and cannot be published until it is corrected', async () => {
  const title = field(page, 'texts/fr/hero.yml#title')
  const before = await title.inputValue()
  await title.fill('')
  await expect(page.getByText(words.problems.empty)).toBeVisible()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('link', { name: around(words.groups.changes) }).click()
  await expect(page.getByText(around(words.publish.problems))).toBeVisible()
  await expect(page.getByRole('button', { name: words.publish.button })).toBeHidden()
  await page.getByRole('listitem').filter({ hasText: words.problems.empty }).getByRole('link').click()
  await expect(title).toBeFocused()
  await title.fill(before)
  await expect(page.getByText(words.problems.empty)).toBeHidden()
})

test('a click reaches its button, though the field above it shrinks once it is left', async () => {
  const at = page.url()
  await page.getByRole('link', { name: words.sections.organisation, exact: true }).click()
  const nearby = 'organisation.yml#offices[0].nearby'
  await field(page, `${nearby}[0].name`).fill(`Madrid${'\n'.repeat(9)}`)
  const button = (index: number, word: string) =>
    page.locator(`[id="${nearby}[${index}]"]`).getByRole('button', { name: around(word) })
  await button(1, words.list.down).click()
  await expect(field(page, `${nearby}[2].name.en`)).toHaveValue('Barcelona')
  await button(2, words.list.up).click()
  await expect(field(page, `${nearby}[1].name.en`)).toHaveValue('Barcelona')
  await saved(page)
  await page.goto(at)
})

test('a file that is held for a while gets all that was typed, by requests that do not grow', async () => {
  const file = 'texts/en/help.yml'
  const contact = field(page, `${file}#ask.link`)
  await contact.fill('Ask us anything')
  await saved(page)
  const held = join(editor.folder, `content/${file}.unfinished/held`)
  mkdirSync(held, { recursive: true })
  const sizes: number[] = []
  page.on('request', (request) => sizes.push(request.postData()?.length ?? 0))
  await contact.press('End')
  await contact.pressSequentially(', at any time', { delay: 50 })
  await expect(page.getByText(around(words.problems.failed))).toBeVisible()
  rmSync(join(held, '..'), { recursive: true })
  await saved(page)
  expect(readFileSync(join(editor.folder, 'content', file), 'utf8')).toContain('Ask us anything, at any time')
  expect(Math.max(...sizes)).toBeLessThan(400)
  await contact.fill('Ask us anything')
  await saved(page)
})

test('two fields of an item that are filled in within a moment are no conflict with oneself', async () => {
  const at = page.url()
  await page.getByRole('link', { name: words.sections.launch, exact: true }).click()
  const item = 'launch.yml#confirmations[0]'
  await expect(field(page, `${item}.name`)).toBeVisible()
  // As a password manager fills them in.
  await page.evaluate((item) => {
    for (const [key, value] of Object.entries({ date: '2026-03-12', name: 'Ana Pérez, lawyer' })) {
      const control = document.getElementsByName(`${item}.${key}`)[0] as HTMLInputElement
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, item)
  await saved(page)
  await expect(page.getByRole('alert')).toBeHidden()
  expect(readFileSync(join(editor.folder, 'content/launch.yml'), 'utf8')).toContain('Ana Pérez, lawyer')
  await page.goto(at)
})

test('what somebody else has changed is shown beside what was typed, also after a reload', async () => {
  const contact = field(page, 'texts/en/help.yml#ask.link')
  await contact.press('End')
  await contact.pressSequentially(' to')
  await saved(page)
  const file = join(editor.folder, 'content/texts/en/help.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/link: "?Ask us anything to\b.*/, 'link: Ask them'))
  await expect(preview.getByText('Ask them')).toBeVisible()
  // Somebody is still typing in the field: what is typed now must not take the other text back.
  await contact.pressSequentially('day')
  const both = page.getByRole('alert').filter({ hasText: 'Ask them' })
  await expect(both).toBeVisible()
  await page.reload()
  await expect(both).toContainText('Ask us anything today')
  await both.getByRole('button', { name: words.conflict.keep_mine }).click()
  await expect(both).toBeHidden()
  await saved(page)
})

test('an error ends the page with a sentence and a way on, whatever is stored in the browser', async () => {
  const at = page.url()
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  // As a browser's translation does: what React has drawn is not there any more.
  await page.locator('nav > :last-child').evaluate((list) => list.remove())
  await page.getByRole('searchbox').fill(rareWord)
  await expect(page.getByText(around(words.stopped))).toBeVisible()
  await page.evaluate(() => {
    const unsaved = { 'texts/en/hero.yml#title': { was: null, value: 5 }, 'texts/en/hero.yml#action': 5 }
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, JSON.stringify({ unsaved, language: 'xx' }))
  })
  await page.getByRole('link', { name: words.open_again }).click()
  await saved(page)
  await page.goto(at)
})

test('a new article gets its texts in every language', async () => {
  const { title, slug, text } = article
  await page.getByLabel(words.articles.title).fill(title)
  await page.keyboard.press('Enter')
  const own = (path: string) => field(page, `texts/en/${key}.yml#${path}`)
  await expect(own('teaser')).toBeFocused()
  await expect(own('title')).toHaveValue(title)
  await expect(own('head.slug')).toHaveValue(slug)
  await expect(page.locator('nav [aria-current]')).toContainText(around(words.to_fix))
  await page.getByRole('button', { name: words.toolbar.list }).first().click()
  await expect(page.locator(`[name$="/${key}.yml#body"]`).first()).toHaveValue('- ')
  expect(await findViolations(page, 'the article')).toEqual([])
  await own('head.title').fill(title)
  for (const path of ['head.description', 'teaser', 'lead', 'body']) await own(path).fill(text)
  await own('lead').focus()
  await expect(preview.getByText(text).first()).toBeVisible()
  // The other languages are a colleague's, who writes the files.
  for (const language of publishedLanguages.filter((language) => language !== 'en')) {
    const file = join(editor.folder, `content/texts/${language}/${key}.yml`)
    const values = { title: `Nr. ${language}`, slug: `nr-${language}` }
    const translated = readFileSync(file, 'utf8').replace(/^( *)(\w+): ""$/gm, (_line, indent, name) => {
      const value = values[name as keyof typeof values] ?? translations[language]
      return `${indent}${name}: ${value}`
    })
    writeFileSync(file, translated)
    await expect(field(page, `texts/${language}/${key}.yml#lead`)).toHaveValue(translations[language])
  }
})

test('all of it is published under a name', async () => {
  await page.getByRole('link', { name: around(words.groups.changes) }).click()
  await expect(page.getByRole('heading', { name: words.sections.articles, level: 3, exact: true })).toBeVisible()
  await expect(page.getByText(around(words.publish.problems))).toBeHidden()
  expect(await findViolations(page, 'the changes')).toEqual([])
  await page.getByLabel(words.publish.author).fill('Ana Pérez')
  await page.getByLabel(words.publish.summary).fill('A new article')
  await page.getByRole('button', { name: words.publish.button }).click()
  await expect(page.getByText(words.changes.none_saved)).toBeVisible()
  expect(editor.git('log', '-1', '--format=%an: %s').trim()).toBe('Ana Pérez: A new article')
  expect(editor.git('status', '--porcelain', 'content')).toBe('')
  const files = editor.git('show', '--stat=200', '--format=', 'HEAD')
  for (const language of publishedLanguages) expect(files).toContain(`texts/${language}/${key}.yml`)
  // Of the file in which two values changed, two lines changed.
  expect(editor.git('show', '--numstat', '--format=', 'HEAD', '--', 'content/texts/en/help.yml')).toMatch(/^2\t2\t/)
  expect(readFileSync(join(editor.folder, 'content/articles.yml'), 'utf8')).toContain(`- ${key}\n`)
})

test('in place of a file that cannot be read, the page beside shows what was published last', async () => {
  writeFileSync(join(editor.folder, 'content/texts/en/help.yml'), 'title: [')
  await page.getByRole('link', { name: navbar.home, exact: true }).click()
  await expect(page.getByText(around(words.problems.syntax)).first()).toBeVisible()
  await expect(preview.getByText('See all that we check')).toBeVisible()
})
