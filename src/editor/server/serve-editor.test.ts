import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { better, EditorFixture, hero, published, set, title } from '../../../tests/support/editor-fixture.ts'
import { serveEditor } from './serve-editor.ts'

test('names from outside never become paths of their own', async () => {
  await using fixture = new EditorFixture()
  mkdirSync(join(fixture.root, 'secret'))
  writeFileSync(join(fixture.root, 'secret/a.yml'), 'a: b\n')
  symlinkSync(join(fixture.root, 'secret'), join(fixture.content, 'texts/es/linked'))
  symlinkSync(join(fixture.root, 'secret/a.yml'), join(fixture.content, 'texts/es/linked.yml'))
  const editor = await fixture.open()
  const files = [
    '../secret/a',
    '/etc/passwd',
    'texts/es/linked/a',
    'texts/xx/a',
    'texts/../../secret/a',
    '..\\secret\\a',
    'texts/es/A',
  ]
  for (const file of files)
    for (const edit of [set(`${file}.yml#a`, 'b', 'x'), set(`${file}.yml`, null, 'x'), set(file, null, 'x')])
      expect([edit.name, (await editor.edit(edit)).isDone]).toEqual([edit.name, false])
  expect(readFileSync(join(fixture.root, 'secret/a.yml'), 'utf8')).toBe('a: b\n')
})

test('a file that became a link is not written through', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  const outside = join(fixture.root, 'outside.yml')
  writeFileSync(outside, fixture.read(hero))
  rmSync(join(fixture.content, hero))
  symlinkSync(outside, join(fixture.content, hero))
  await editor.edit(set(title, published, better))
  expect(readFileSync(outside, 'utf8')).not.toContain(better)
})

type Served = Awaited<ReturnType<typeof serveEditor>>
let shared: EditorFixture
let served: Served

beforeAll(async () => {
  shared = new EditorFixture()
  const preview = { file: async (address: string) => (address === '/en/home' ? '<head>' : undefined) }
  served = await serveEditor(await shared.open(), preview, new Map([['/', '<!doctype html>']]), 0)
}, 60_000)
afterAll(async () => {
  await served?.close()
  await shared?.[Symbol.asyncDispose]()
})

/** A request with any header, as no browser would send it. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { port, host } = new URL(served.origin)
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const edit = JSON.stringify(set(title, published, better))
const json = { 'content-type': 'application/json' }

test('only its own page can ask it for anything', async () => {
  const own = { origin: served.origin, ...json }
  const [evil, form] = ['http://evil.example', 'application/x-www-form-urlencoded']
  expect((await ask('/')).status).toBe(200)
  await expect(fetch(served.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow()
  expect((await ask('/api/edit', { method: 'POST', headers: own, body: edit })).status).toBe(200)
  const attacks: [string, number, Parameters<typeof ask>[1]][] = [
    ['DNS rebinding', 403, { method: 'POST', headers: { ...own, host: 'evil.example', origin: evil }, body: edit }],
    ['DNS rebinding, reading', 403, { headers: { host: 'evil.example:3010' } }],
    ['another port', 403, { headers: { host: '127.0.0.1:1' } }],
    ['another origin', 403, { method: 'POST', headers: { ...own, origin: evil }, body: edit }],
    ['another port as origin', 403, { method: 'POST', headers: { ...own, origin: 'http://127.0.0.1:1' }, body: edit }],
    ['an opaque origin', 403, { method: 'POST', headers: { ...own, origin: 'null' }, body: edit }],
    ['no origin', 403, { method: 'POST', headers: json, body: edit }],
    ['a script of another site', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
    ['a frame of another site', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' } }],
    ['another port of this machine', 403, { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' } }],
    ['a form', 415, { method: 'POST', headers: { ...own, 'content-type': 'text/plain' }, body: edit }],
    ['a plain form', 415, { method: 'POST', headers: { ...own, 'content-type': form }, body: edit }],
    ['another method', 404, { method: 'PUT', headers: own, body: edit }],
    ['a preflight', 403, { method: 'OPTIONS', headers: { origin: evil } }],
    ['no JSON', 400, { method: 'POST', headers: own, body: '{' }],
    ['an edit that there is not', 400, { method: 'POST', headers: own, body: '[{"op":"run"}]' }],
    ['too large a body', 413, { method: 'POST', headers: own, body: 'x'.repeat(2 ** 20 + 1) }],
  ]
  for (const [what, status, options] of attacks) {
    const path = options?.method ? '/api/edit' : '/api/state/0'
    const answer = await ask(path, options)
    expect([what, answer.status]).toEqual([what, status])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  for (const path of ['/.env', '//', '/../package.json', '/%2e%2e/package.json', '/content/organisation.yml'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('its page may run its own scripts alone, and stand in no frame', async () => {
  const { headers } = await ask('/')
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/)
  expect(String(headers['content-security-policy'])).not.toContain('unsafe')
})

test('the pages of the preview run no script, and only the editor frames them', async () => {
  const { status, headers } = await ask('/en/home')
  expect([status, headers['content-security-policy']]).toEqual([200, "script-src 'none'; frame-ancestors 'self'"])
  expect((await ask('/%ff')).status).toBe(400)
})
