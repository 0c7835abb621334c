import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, hero, Place, set, title } from '../../../tests/support/editor-place.ts'
import { bodyLimit, serveEditor } from './serve-editor.ts'

test('names from outside never become paths of their own', async () => {
  using place = new Place()
  mkdirSync(join(place.root, 'secret'))
  writeFileSync(join(place.root, 'secret/a.yml'), 'a: b\n')
  symlinkSync(join(place.root, 'secret'), join(place.content, 'texts/es/linked'))
  symlinkSync(join(place.root, 'secret/a.yml'), join(place.content, 'texts/es/linked.yml'))
  const editor = place.open()
  for (const file of [
    '../secret/a.yml',
    '/etc/passwd',
    'texts/es/linked/a.yml',
    'texts/es/linked.yml',
    'texts/../../secret/a.yml',
    'pictures/one.svg',
    '..\\secret\\a.yml',
  ])
    await expect(editor.edit(set(`${file}#a`, 'x')), file).rejects.toThrow(RangeError)
  for (const article of ['../../../secret/a', 'linked/a', 'linked'])
    await expect(editor.edit({ op: 'add source', article, source: 'a1', text: 'x' }), article).rejects.toThrow(
      RangeError,
    )
  expect(readFileSync(join(place.root, 'secret/a.yml'), 'utf8')).toBe('a: b\n')
})

test('a file that became a link is not written through', async () => {
  using place = new Place()
  const editor = place.open()
  await editor.edit(set(title, fine))
  const outside = join(place.root, 'outside.yml')
  writeFileSync(outside, place.read(hero))
  rmSync(join(place.content, hero))
  symlinkSync(outside, join(place.content, hero))
  const answer = await editor.publish('Ana', 'Portada')
  expect(answer.kind).not.toBe('published')
  expect(readFileSync(outside, 'utf8')).not.toContain(fine)
})

const page = {
  address: '/en',
  path: 'en.html',
  body: () => '<head>',
  immutable: false,
  contentSecurityPolicy: "frame-ancestors 'none'",
}
const site = { problems: [], content: undefined, files: new Map([[page.address, page]]), sectionsOf: new Map() }

type Served = Awaited<ReturnType<typeof serveEditor>>
let shared: Place
let served: Served

beforeAll(async () => {
  shared = new Place()
  served = await serveEditor(
    shared.open({ composer: { compose: async () => site } }),
    new Map([['/', '<!doctype html>']]),
    0,
  )
}, 60_000)
afterAll(async () => {
  await served?.close()
  shared?.[Symbol.dispose]()
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

const edit = JSON.stringify(set(title, fine))
const json = { 'content-type': 'application/json' }

test('only its own page can ask it for anything', async () => {
  const own = { origin: served.origin, ...json }
  expect((await ask('/')).status).toBe(200)
  expect((await ask('/api/edit', { method: 'POST', headers: own, body: edit })).status).toBe(200)
  const attacks: [string, number, Parameters<typeof ask>[1]][] = [
    [
      'DNS rebinding',
      403,
      { method: 'POST', headers: { ...own, host: 'evil.example', origin: 'http://evil.example' }, body: edit },
    ],
    ['DNS rebinding, reading', 403, { headers: { host: 'evil.example:3010' } }],
    ['another port', 403, { headers: { host: '127.0.0.1:1' } }],
    ['another origin', 403, { method: 'POST', headers: { ...own, origin: 'http://evil.example' }, body: edit }],
    [
      'the origin of the preview',
      403,
      { method: 'POST', headers: { ...own, origin: JSON.parse((await ask('/api/state')).text).preview }, body: edit },
    ],
    ['an opaque origin', 403, { method: 'POST', headers: { ...own, origin: 'null' }, body: edit }],
    ['no origin', 403, { method: 'POST', headers: json, body: edit }],
    ['a script of another site', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
    ['another port of this machine', 403, { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' } }],
    ['a form', 415, { method: 'POST', headers: { ...own, 'content-type': 'text/plain' }, body: edit }],
    [
      'a plain form',
      415,
      { method: 'POST', headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' }, body: edit },
    ],
    ['another method', 405, { method: 'PUT', headers: own, body: edit }],
    ['a preflight', 405, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }],
    ['no JSON', 400, { method: 'POST', headers: own, body: '{' }],
    ['an edit that there is not', 400, { method: 'POST', headers: own, body: '{"op":"run"}' }],
    [
      'too large a body',
      413,
      { method: 'POST', headers: own, body: JSON.stringify(set(title, 'x'.repeat(bodyLimit))) },
    ],
    ['a path', 400, { method: 'POST', headers: own, body: JSON.stringify(set('../package.json#name', 'x')) }],
  ]
  for (const [what, status, options] of attacks) {
    const path = options?.method ? '/api/edit' : '/api/state'
    const answer = await ask(path, options)
    expect([what, answer.status]).toEqual([what, status])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  for (const path of [
    '/.env',
    '/package.json',
    '//',
    '/../package.json',
    '/%2e%2e/package.json',
    '/content/organisation.yml',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('where its port is taken, nothing of it stays that would keep the process', async () => {
  const listening = () => process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length
  const before = listening()
  expect(before).toBeGreaterThan(0)
  const { port } = new URL(served.origin)
  await expect(serveEditor(shared.open(), new Map(), Number(port))).rejects.toThrow('EADDRINUSE')
  await expect.poll(listening).toBe(before)
})

test('its page may run its own scripts alone, and stand in no frame', async () => {
  const { headers } = await ask('/')
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/)
  expect(String(headers['content-security-policy'])).not.toContain('unsafe')
})

test('the preview answers under its own address alone, and can change nothing', async () => {
  const { preview } = JSON.parse((await ask('/api/state')).text)
  const page = await fetch(`${preview}/en`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${served.origin}`)
  expect((await fetch(`${preview}/en`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${preview}/api/state`)).status).toBe(404)
  expect((await fetch(`${preview}/%ff`)).status).toBe(400)
  expect((await fetch(`${preview}//`)).status).toBe(404)
})
