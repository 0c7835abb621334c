// Takes the pictures of docs/editing.md and docs/office.md from the programs themselves: node tests/take-pictures.ts [editing|office]
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startEditor } from './support/editor-process.ts'
import { buttonOf, does, enters, personIn, startOffice } from './support/office-browser.ts'
import { browserArgs, findBrowser } from './support/programs.ts'

const documents: Record<string, (browser: Browser) => Promise<void>> = { editing: takeEditing, office: takeOffice }
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
for (const [name, takeAll] of Object.entries(documents))
  if ([undefined, name].includes(process.argv[2])) await takeAll(browser)
await browser.close()

async function takeEditing(browser: Browser): Promise<void> {
  const hero = (language: string, key: string) => `[name="texts/${language}/hero.yml#${key}"]`
  await using editor = await startEditor()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', colorScheme: 'light' })
  await page.goto(editor.origin)
  const preview = page.frameLocator('iframe')

  await page.locator(hero('en', 'text')).focus()
  await preview.getByRole('heading', { level: 1 }).waitFor()
  await take(page, 'editing/editor')

  const title = page.locator(hero('fr', 'title'))
  const before = await title.inputValue()
  await title.fill('')
  await page.getByText('This field is empty. Fill it in.').waitFor()
  await take(rowOf(page, title), 'editing/problem')
  await title.fill(before)
  await page.getByText('This field is empty. Fill it in.').waitFor({ state: 'hidden' })

  await page.locator('[name="texts/en/help.yml#get_certified.link"]').fill('See all that we check')
  await preview.getByText('See all that we check').waitFor()
  await page.getByRole('link', { name: /^Changes to publish/ }).click()
  await page.getByLabel('Your name').fill('Ana Pérez')
  await page.getByLabel('What has changed').fill('The link of the home page')
  await take(page.getByRole('main'), 'editing/changes')

  await page.getByRole('link', { name: 'Animal welfare in Islam' }).click()
  await take(page.getByRole('group', { name: 'Formatting' }).nth(1).locator('..'), 'editing/marks')

  await page.getByRole('link', { name: 'Details of the organisation' }).click()
  await take(rowOf(page, page.locator('[name="organisation.yml#offices[0].phone"]')), 'editing/placeholder')
}

async function takeOffice(browser: Browser): Promise<void> {
  await using office = await startOffice()
  const screen = { viewport: { width: 1100, height: 800 }, colorScheme: 'light' } as const
  const [ana, luis] = [await personIn(browser, screen), await personIn(browser, screen)]
  await enters(ana, office.invite('Ana Pérez'))
  await ana.goto(`${office.origin}/people`)
  await ana.fill('[name=name]', 'Luis Gómez')
  await does(ana, 'invite')
  await buttonOf(ana, 'invite').click()
  await enters(luis, (await ana.locator('code').textContent()) ?? '')

  await ana.goto(`${office.origin}/register/new`)
  const number = await ana.inputValue('[name=number]')
  const names = { holder: 'Cárnicas Ejemplo, S.L.', plant: 'Sala Norte', oval: 'ES 10.12345/V', town: 'Valencia' }
  for (const [name, value] of Object.entries({ ...names, from: '1/1/2026', until: '31/12/2027' }))
    await ana.fill(`[name=${name}]`, value)
  for (const product of ['sheep', 'cutting']) await ana.check(`[name=covers][value=${product}]`)
  await does(ana, 'propose')
  await luis.goto(office.origin)
  await take(luis.locator('main'), 'office/for-you')
  await does(luis, 'agree')

  await ana.goto(`${office.origin}/register/${number}/batches`)
  const lines = [
    'Batch\tDecision\tDay',
    '26030901\taccepted\t9/3/2026',
    '26030902\trejected\t9/3/2026',
    '26030903\tok\t10/3/2026',
  ]
  await ana.fill('[name=lines]', lines.join('\n'))
  await buttonOf(ana, 'preview').click()
  await take(ana.locator('main'), 'office/batches')
  await does(ana, 'propose')

  await ana.goto(`${office.origin}/register/${number}`)
  await ana.fill('[name=day]', '23/11/2026')
  await ana.selectOption('[name=reason]', { index: 1 })
  await take(ana.locator('form').filter({ has: ana.locator('[name=day]') }), 'office/decide')
  // A passkey that is refused, so that the page stays.
  await ana.route('**/office.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await buttonOf(ana, 'suspended').click()
  await take(ana.locator('main'), 'office/confirm')
}

/** A field with its label and its hints, in all languages. */
function rowOf(within: Page, field: Locator): Locator {
  return within
    .locator('main div')
    .filter({ has: within.getByRole('heading', { level: 3 }) })
    .filter({ has: field })
    .last()
}

async function take(what: Page | Locator, name: string): Promise<void> {
  const picture = await what.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .resize({ width: 1200, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(`docs/${name}.webp`)
}
