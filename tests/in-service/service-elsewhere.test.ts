import { readFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesIn } from '../messages/promise.ts'
import { filled, sendJson } from '../messages/submissions.ts'
import { contactTextsOf, pageOf } from '../support/built-site.ts'
import { findHeadlessShell, shellArgs } from '../support/find-browser.ts'
import { freePort } from '../support/free-port.ts'
import { ProjectCopy } from '../support/project-copy.ts'
import { makeDataDir, type ServerProcess, startServer } from '../support/server-process.ts'

/** The pages at one origin, the messages at another. */
let project: ProjectCopy
let pages: ServerProcess
let pagesData: ReturnType<typeof makeDataDir>
let browser: Browser
let site: string
let servicePort: number

beforeAll(async () => {
  const sitePort = await freePort()
  servicePort = await freePort()
  site = `http://127.0.0.1:${sitePort}`
  project = new ProjectCopy()
  project.build(settings())
  pagesData = makeDataDir()
  pages = await startServer({
    settings: { ...settings(), PORT: String(sitePort), DATA_DIR: pagesData.dataDir },
    folder: project.folder,
  })
  browser = await chromium.launch({ executablePath: findHeadlessShell(), args: shellArgs })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await pages?.[Symbol.asyncDispose]()
  pagesData?.[Symbol.dispose]()
  project?.[Symbol.dispose]()
})

const service = () => `http://127.0.0.1:${servicePort}`
const settings = () => ({ SITE_ORIGIN: site, CONTACT_ORIGIN: service() })
const { form } = contactTextsOf('fr')
const contactPage = () => site + pageOf('contact', 'fr').address

const startService = (dataDir: string, changes: Record<string, string> = {}) =>
  startServer({
    settings: { ...settings(), PORT: String(servicePort), DATA_DIR: dataDir, ...changes },
    folder: project.folder,
  })

const keptIn = async (dataDir: string) => (await messagesIn(dataDir)).map(({ name }) => name)

test('the page’s script sends its message to the service and reads the whole answer', async () => {
  using folder = makeDataDir()
  await using _service = await startService(folder.dataDir, { CONTACT_LIMIT: '1' })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  // Reached in place from another page, because the policy of the document that was loaded first applies.
  await page.goto(`${site}/fr`)
  await page.keyboard.press('Shift')
  await page.locator('button[aria-expanded]').waitFor({ state: 'attached' })
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click()
  await page.getByRole('heading', { level: 1, name: contactTextsOf('fr').title }).waitFor()
  const write = async (message: string) => {
    await page.getByLabel(form.name).fill('Marie Durand')
    await page.getByLabel(form.email).fill('marie@example.com')
    await page.getByLabel(form.message).fill(message)
    await page.getByRole('button', { name: form.send }).click()
  }
  await write('Quels documents ?')
  await page.getByRole('status').getByText(form.success).waitFor()
  expect(await keptIn(folder.dataDir)).toEqual(['Marie Durand'])
  await write('Encore une question')
  // The ten minutes are from Retry-After, which a script may read only if the service exposes it (CORS).
  await page.getByRole('alert').getByText(form.failure).waitFor()
  expect(await page.getByLabel(form.message).inputValue()).toBe('Encore une question')
  expect(complaints.filter((text) => !text.includes('429'))).toEqual([])
  await page.close()
})

test('a plain form is answered by the service, whose links lead back to the site', async () => {
  using folder = makeDataDir()
  await using _service = await startService(folder.dataDir)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  const failed: string[] = []
  page.on(
    'response',
    (response) => void (response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`)),
  )
  await page.goto(contactPage())
  await page.getByLabel(form.name).fill('Marie Durand')
  await page.getByLabel(form.email).fill('marie')
  await page.getByLabel(form.message).fill('Quels documents ?')
  await page.getByRole('button', { name: form.send }).click()
  await page.getByText(form.summary_title).waitFor()
  expect(new URL(page.url()).origin).toBe(service())
  expect(await page.getByLabel(form.message).inputValue()).toBe('Quels documents ?')
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => href.startsWith('/'))).toEqual([])
  expect(links.filter((href) => href.startsWith(`${site}/`)).length).toBeGreaterThan(5)
  expect(links).toContain('#email')
  // The form in the answer sends to the service too.
  await page.getByLabel(form.email).fill('marie@example.com')
  await page.getByRole('button', { name: form.send }).click()
  await page.getByText(form.success).waitFor()
  expect(await keptIn(folder.dataDir)).toEqual(['Marie Durand'])
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click()
  expect(page.url()).toBe(contactPage())
  expect(failed.filter((line) => !line.startsWith('422'))).toEqual([])
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
  await context.close()
})

test('no page of another site can send a message or read an answer', async () => {
  using folder = makeDataDir()
  await using server = await startService(folder.dataDir)
  const preflight = (origin: string) =>
    fetch(`${server.origin}/api/contact`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
  const own = await preflight(site)
  expect([own.status, own.headers.get('access-control-allow-origin'), own.headers.get('vary')]).toEqual([
    204,
    site,
    'Origin',
  ])
  expect(own.headers.get('access-control-allow-headers')).toBe('content-type')
  expect(own.headers.get('access-control-allow-credentials')).toBeNull()
  for (const origin of ['https://evil.example', `${site}.evil.example`, `${site}0`, 'null']) {
    const asked = await preflight(origin)
    expect([origin, asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
    const sent = await sendJson(server.origin, filled, { origin })
    expect([origin, sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
  }
  expect(await keptIn(folder.dataDir)).toEqual([])
  const sent = await sendJson(server.origin, filled, { origin: site })
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([201, site])
  // A request without an Origin header is not from a browser, and needs no permission.
  expect((await sendJson(server.origin, { ...filled, message: 'Encore' })).status).toBe(201)
})

test('the policy of static hosts lets pages send there, and nowhere else', () => {
  const headers = readFileSync(`${project.folder}/dist/public/_headers`, 'utf8')
  expect(headers).toContain(`connect-src 'self' ${service()};`)
  expect(headers).toContain(`form-action 'self' ${service()};`)
})
