import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { better, EditorFixture, hero, published, set, title } from '../../../tests/support/editor-fixture.ts'
import { serveEditor } from './serve-editor.ts'

const shared = new EditorFixture()
const editor = await shared.open()
const preview = async (address: string) => (address === '/en/home' ? '<head>' : undefined)
const files = new Map([['/', '<!doctype html>']])
const served = await serveEditor({ editor, preview, files }, 0)
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
  expect((await ask('/')).statusCode).toBe(200)
  await expect(fetch(served.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow()
  expect((await ask('/api/edit', { ...edit, headers: own })).statusCode).toBe(200)
  const evil = 'http://evil.example'
  const attacks: [what: string, status: number, Asked][] = [
    ['DNS rebinding', 403, { ...edit, headers: { ...own, host: 'evil.example', origin: evil } }],
    ['another port', 403, { headers: { host: '127.0.0.1:1' } }],
    ['another origin', 403, { ...edit, headers: { ...own, origin: evil } }],
    ['an opaque origin', 403, { ...edit, headers: { ...own, origin: 'null' } }],
    ['no origin', 403, { ...edit, headers: json }],
    ['a script of another site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a frame of another site', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' } }],
    ['text', 415, { ...edit, headers: { ...own, 'content-type': 'text/plain' } }],
    ['an edit that there is not', 400, { ...edit, headers: own, body: '[{"op":"run"}]' }],
  ]
  for (const [what, status, options] of attacks) {
    const answer = await ask(options.method ? '/api/edit' : '/api/changes', options)
    expect([what, answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([what, status, undefined])
  }
})

test('its page runs its own scripts alone and stands in no frame; those of the preview run none, in its frame', async () => {
  const policyOf = async (path: string) => (await ask(path)).headers['content-security-policy']
  expect(await policyOf('/')).toMatch(/default-src 'none'; script-src 'self'; (?!.*unsafe).*frame-ancestors 'none'/)
  expect(await policyOf('/en/home')).toBe("script-src 'none'; frame-ancestors 'self'")
})

test('names from outside never become paths of their own, and nothing is written through a link', async () => {
  const secret = join(shared.root, 'secret')
  mkdirSync(secret)
  writeFileSync(join(secret, 'a.yml'), `title: ${better}\n`)
  symlinkSync(secret, join(shared.content, 'texts/es/linked'))
  for (const file of ['../secret/a', '/etc/passwd', 'texts/es/linked/a', 'texts/../../secret/a', 'texts/es/A'])
    expect([file, (await editor.edit(set(`${file}.yml#title`, better, 'x'))).applied]).toEqual([file, false])
  // Files that became links.
  for (const file of [hero, `${hero}.unfinished`]) {
    rmSync(join(shared.content, file), { force: true })
    symlinkSync(join(secret, 'a.yml'), join(shared.content, file))
  }
  await editor.edit(set(title, better, published))
  expect(shared.read('../secret/a.yml')).toBe(`title: ${better}\n`)
})
