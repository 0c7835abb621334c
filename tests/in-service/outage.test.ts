import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { allLanguages, type Language, languages } from '../../src/shared/languages.ts'
import { browserArgs, findBrowser } from '../../src/testing/find-browser.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { NginxServer, nginxStartMs, ServedFolder } from '../../src/testing/nginx-server.ts'
import { expectPromised } from '../gates/promised-headers.ts'
import { contactTextsOf, pageOf, shellOf } from '../support/built-site.ts'
import { words } from '../support/words.ts'
import { type Front, startFront } from './front.ts'
import { send, type Visitors, visitorsOf } from './visitors.ts'

/** nginx in front of a service that is not there: it speaks in its place. */
let front: Front
let visitors: Visitors
beforeAll(async () => {
  front = await startFront([await freePort()])
  visitors = visitorsOf(front)
}, nginxStartMs)
afterAll(async () => {
  visitors?.[Symbol.dispose]()
  await front?.[Symbol.asyncDispose]()
})

const outageTexts = (language: Language): { page_title: string; form_help: string } =>
  parseYaml(readFileSync(`content/texts/${language}/outage.yml`, 'utf8'))

const formOf = (language: Language) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    referer: `https://www.example.org${encodeURI(pageOf('contact', language).address)}`,
  },
  body: 'name=Marie',
})

test.each(allLanguages)('a plain form is answered in the language of its page: %s', async (language) => {
  const { status, headers, body } = await visitors.ask('/api/contact', formOf(language))
  expect([status, headers['content-type'], headers['cache-control'], headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    'no-store',
    '30',
  ])
  expectPromised('a form during an outage', headers, false)
  const document = parse(body)
  expect(document.querySelector('html')?.getAttribute('lang')).toBe(language)
  expect(document.querySelectorAll('h1').map(({ text }) => text)).toEqual([words[language].formFailure])
  expect(document.querySelector('title')?.text).toBe(words[language].formFailure)
  const { email } = shellOf(language)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(`mailto:${email}`)
  expect(document.text).toContain(outageTexts(language).form_help.replace('{{email}}', email))
  expect(body).not.toMatch(/nginx|\{\{|Marie/)
})

test.each([undefined, 'https://www.example.org', 'https://www.example.org/', 'nonsense'])(
  'a visitor whose language is not known (%s) reads all of them',
  async (referer) => {
    const { headers, ...form } = formOf('es')
    const { referer: _, ...others } = headers
    const { body } = await visitors.ask('/api/contact', {
      ...form,
      headers: { ...others, ...(referer && { referer }) },
    })
    const sections = parse(body).querySelectorAll('section')
    expect(sections.map((section) => section.getAttribute('lang'))).toEqual(allLanguages)
    for (const language of allLanguages) expect(body).toContain(words[language].formFailure.split("'")[0])
  },
)

test('the page’s script is answered in JSON', async () => {
  const { status, headers, body } = await send(visitors, 'Marie')
  expect([status, headers['content-type'], JSON.parse(body)]).toEqual([
    503,
    'application/json; charset=utf-8',
    { status: 503 },
  ])
  expectPromised('JSON during an outage', headers, false)
})

test.each(allLanguages)('so is a page, in the language of its address: %s', async (language) => {
  const paths = [
    pageOf('home', language).address,
    pageOf('contact', language).address,
    `${languages[language].prefix}/x`,
  ]
  for (const path of paths) {
    const { status, headers, body } = await visitors.ask(encodeURI(path))
    expect([path, status]).toEqual([path, 503])
    expectPromised(path, headers, false)
    expect(parse(body).querySelector('h1')?.text).toBe(outageTexts(language).page_title)
  }
})

describe('nginx with the files, as docs/static-hosting.md sets it up', () => {
  test('speaks for the contact service in the same words', async () => {
    using folder = new ServedFolder()
    const [port, service] = [await freePort(), await freePort()]
    const nginx = folder.copy('dist/nginx', 'nginx')
    await using _server = await NginxServer.start(
      `include ${nginx}/http.conf;
       server {
         listen 127.0.0.1:${port};
         root ${folder.copy('dist/public', 'public')};
         set $site_contact_service http://127.0.0.1:${service};
         include ${nginx}/server.conf;
       }`,
      port,
    )
    const origin = `http://127.0.0.1:${port}`
    expect((await fetch(`${origin}/fr`)).status).toBe(200)
    const json = await fetch(`${origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([json.status, await json.json()]).toEqual([503, { status: 503 }])
    expectPromised('JSON', Object.fromEntries(json.headers), false)

    // A visitor without script: the words are still there when they go back.
    await using browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(`${origin}${pageOf('contact', 'fr').address}`)
    const { form } = contactTextsOf('fr')
    await page.getByLabel(form.name).fill('Marie Durand')
    await page.getByLabel(form.message).fill('Quels documents ?')
    await page.getByRole('button', { name: form.send }).click()
    await page.getByRole('heading', { name: form.failure }).waitFor()
    const style = await page
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor)
      .catch(() => '')
    expect(style).not.toBe('rgba(0, 0, 0, 0)')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/outage.png` })
    await page.goBack()
    expect(await page.getByLabel(form.message).inputValue()).toBe('Quels documents ?')
  })
})
