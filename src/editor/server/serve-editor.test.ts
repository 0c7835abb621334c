import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { better, EditorFixture, hero, published, set, title } from '../../../tests/support/editor-fixture.ts'
import { serveEditor } from './serve-editor.ts'

test('names from outside never become paths of their own', async () => {
  await using fixture = new EditorFixture()
  mkdirSync(join(fixture.root, 'secret'))
  writeFileSync(join(fixture.root, 'secret/a.yml'), 'a: b\n')
  symlinkSync(join(fixture.root, 'secret'), join(fixture.content, 'texts/es/linked'))
  const editor = await fixture.open()
  for (const file of ['../secret/a', '/etc/passwd', 'texts/es/linked/a', 'texts/../../secret/a', 'texts/es/A'])
    expect([file, (await editor.edit(set(`${file}.yml#a`, 'b', 'x'))).applied]).toEqual([file, false])
  expect(readFileSync(join(fixture.root, 'secret/a.yml'), 'utf8')).toBe('a: b\n')
})

test('a file that became a link is not written through', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  const outside = join(fixture.root, 'outside.yml')
  writeFileSync(outside, fixture.read(hero))
  rmSync(join(fixture.content, hero))
  symlinkSync(outside, join(fixture.content, hero))
  symlinkSync(outside, join(fixture.content, `${hero}.unfinished`))
  await editor.edit(set(title, published, better))
  expect(readFileSync(outside, 'utf8')).not.toContain(better)
})

const shared = new EditorFixture()
const preview = async (address: string) => (address === '/en/home' ? '<head>' : undefined)
const files = new Map([['/', '<!doctype html>']])
const served = await serveEditor({ editor: await shared.open(), preview, files }, 0)
afterAll(async () => {
  await served.close()
  await shared[Symbol.asyncDispose]()
})

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

/** A request with any header, as no browser would send it. */
async function ask(path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}): Promise<IncomingMessage> {
  const { port, host } = new URL(served.origin)
  const options = { port, host: '127.0.0.1', path, method, headers: { host, ...headers } }
  const [answer] = await once(request(options).end(body), 'response')
  return answer.resume()
}

const edit = { method: 'POST', body: JSON.stringify(set(title, published, better)) }
const json = { 'content-type': 'application/json' }

test('only its own page can ask it for anything', async () => {
  const own = { origin: served.origin, ...json }
  const [evil, form] = ['http://evil.example', 'application/x-www-form-urlencoded']
  expect((await ask('/')).statusCode).toBe(200)
  await expect(fetch(served.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow()
  expect((await ask('/api/edit', { ...edit, headers: own })).statusCode).toBe(200)
  const attacks: [what: string, status: number, Asked][] = [
    ['DNS rebinding', 403, { ...edit, headers: { ...own, host: 'evil.example', origin: evil } }],
    ['DNS rebinding, reading', 403, { headers: { host: 'evil.example:3010' } }],
    ['another port', 403, { headers: { host: '127.0.0.1:1' } }],
    ['another origin', 403, { ...edit, headers: { ...own, origin: evil } }],
    ['an opaque origin', 403, { ...edit, headers: { ...own, origin: 'null' } }],
    ['no origin', 403, { ...edit, headers: json }],
    ['a script of another site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a frame of another site', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' } }],
    ['text', 415, { ...edit, headers: { ...own, 'content-type': 'text/plain' } }],
    ['a form', 415, { ...edit, headers: { ...own, 'content-type': form } }],
    ['an edit that there is not', 400, { ...edit, headers: own, body: '[{"op":"run"}]' }],
  ]
  for (const [what, status, options] of attacks) {
    const answer = await ask(options.method ? '/api/edit' : '/api/changes', options)
    expect([what, answer.statusCode]).toEqual([what, status])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('its page runs its own scripts alone and stands in no frame; those of the preview run none, in its frame', async () => {
  const policyOf = async (path: string) => (await ask(path)).headers['content-security-policy']
  expect(await policyOf('/')).toMatch(/default-src 'none'; script-src 'self'; (?!.*unsafe).*frame-ancestors 'none'/)
  expect(await policyOf('/en/home')).toBe("script-src 'none'; frame-ancestors 'self'")
})
