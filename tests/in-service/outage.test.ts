import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { expectPromised } from '../build/promised-headers.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { freePort } from '../support/free-port.ts'
import { nginxStartMs } from '../support/nginx-server.ts'
import { type Front, startFront } from './front.ts'
import { send, type Visitors, visitorsOf } from './visitors.ts'

/** nginx in front of a service that does not run: nginx itself has to answer. */
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

const outageTexts = (language: Language): { page_title: string; page_help: string } =>
  parseYaml(readFileSync(`content/texts/${language}/outage.yml`, 'utf8'))

test('a page, a form and a message get one page in every language, which says when to come back', async () => {
  const answers = {
    'a page': await visitors.ask(encodeURI(pageOf('contact', 'es').address)),
    'a page that is not there': await visitors.ask('/en/nowhere'),
    'a plain form': await send(visitors, 'Marie', true),
    'a message from the page’s script': await send(visitors, 'Marie'),
  }
  for (const [what, { status, headers, body }] of Object.entries(answers)) {
    expect([what, status, headers['content-type'], headers['cache-control'], headers['retry-after']]).toEqual([
      what,
      503,
      'text/html; charset=utf-8',
      'no-store',
      '30',
    ])
    expectPromised(what, headers, false)
    expect(body).not.toMatch(/nginx|\{\{|Marie/)
    const style = createHash('sha256').update(parse(body).querySelector('style')?.rawText ?? '')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${style.digest('base64')}'`)
    const sections = parse(body).querySelectorAll('section')
    expect(sections.map((section) => section.getAttribute('lang'))).toEqual(allLanguages)
    for (const [index, language] of allLanguages.entries()) {
      const { page_title, page_help } = outageTexts(language)
      const { email } = shellOf(language)
      expect(sections[index]?.querySelector('h2')?.text).toBe(page_title)
      expect(sections[index]?.text).toContain(page_help.replace('{{email}}', email))
      expect(sections[index]?.querySelector('a')?.getAttribute('href')).toBe(`mailto:${email}`)
    }
  }
})
