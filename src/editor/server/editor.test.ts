import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bundle } from '../../build/bundle.ts'
import { allPageKinds } from '../../shared/pages.ts'
import type { Edit, EditorState } from '../api.ts'
import { DraftComposer } from './compose-drafts.ts'
import { Editor } from './editor.ts'
import { bodyLimit } from './guard.ts'
import { serveEditor } from './serve-editor.ts'

// The pages themselves are the journeys' to look at: here, they are drawn by nothing.
const chunk = { script: '/none.js', styles: [], imports: [] }
const bundle: Bundle = {
  bootstrap: '',
  entry: chunk,
  vendor: '',
  kinds: Object.fromEntries(allPageKinds.map((kind) => [kind, chunk])) as unknown as Bundle['kinds'],
  files: new Map(),
  renderPage: (_shell, page) => page.head.title,
}

// One for all: what does not change is drawn once.
const composer = new DraftComposer(bundle, { origin: 'http://127.0.0.1:3000', retentionDays: 365 })

const hero = 'texts/es/hero.yml'
const title = `${hero}#title`

class Place {
  readonly root = mkdtempSync(join(tmpdir(), 'editor-'))
  readonly content = join(this.root, 'content')
  constructor({ hasGit = true } = {}) {
    cpSync('content', this.content, { recursive: true })
    if (!hasGit) return
    this.git('init', '--quiet')
    this.git('add', '.')
    this.git('commit', '--quiet', '-m', 'Begin')
  }
  git(...args: string[]): string {
    const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
    return execFileSync('git', [...identity, ...args], { cwd: this.root, encoding: 'utf8' })
  }
  open(publishCommand?: string): Editor {
    return new Editor({
      content: this.content,
      drafts: join(this.root, 'drafts'),
      composer,
      publishCommand,
    })
  }
  read = (file: string) => readFileSync(join(this.content, file), 'utf8')
  /** What somebody else does to a file meanwhile. */
  change(file: string, from: RegExp, to: string): void {
    const text = this.read(file)
    expect(text).toMatch(from)
    writeFileSync(join(this.content, file), text.replace(from, to))
  }
  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const valueIn = ({ files }: EditorState, name: string) =>
  files[name.split('#')[0] ?? '']?.fields.find((field) => field.name === name)
const set = (name: string, value: string): Edit => ({ op: 'set', name, value })
const fine = 'Organismo independiente que controla y certifica productos Halal'

test('an edit is a draft, then a change that can be taken back, then published with a name', async () => {
  using place = new Place()
  const editor = place.open()
  const before = place.read(hero)
  expect((await editor.state()).problems).toEqual([])
  let state = await editor.edit(set(title, fine))
  expect(place.read(hero)).toBe(before)
  expect(state.changes).toEqual([expect.objectContaining({ name: title, kind: 'value', after: fine })])
  state = await editor.edit({ op: 'take back', change: title })
  expect(state.changes).toEqual([])
  await editor.edit(set(title, fine))
  // Another process: what was typed is still there.
  const again = place.open('touch published')
  expect(valueIn(await again.state(), title)?.value).toBe(fine)
  const answer = await again.publish('Ana Pérez', 'Portada')
  expect(answer).toMatchObject({ kind: 'published', state: { changes: [] } })
  expect(place.read(hero)).toBe(before.replace(/^title: .*$/m, `title: ${fine}`))
  expect(place.git('log', '-1', '--format=%an: %s').trim()).toBe('Ana Pérez: Portada')
  expect(place.git('status', '--porcelain', 'content')).toBe('')
  expect(existsSync(join(place.root, 'published'))).toBe(true)
})

test('what is wrong is kept and told, and not published', async () => {
  using place = new Place()
  const editor = place.open()
  const before = place.read(hero)
  const state = await editor.edit(set(title, ''))
  expect(state.problems.map(({ name }) => name)).toContain(title)
  expect((await editor.publish('Ana', 'Vacío')).kind).toBe('refused')
  expect(place.read(hero)).toBe(before)
})

test('what others change meanwhile is taken over; of the same text, both versions are kept', async () => {
  using place = new Place()
  const editor = place.open()
  await editor.edit(set(title, fine))
  place.change(hero, /^action: .*$/m, 'action: Ver lo que controlamos')
  let state = await editor.state()
  expect(valueIn(state, `${hero}#action`)?.value).toBe('Ver lo que controlamos')
  expect(state.conflicts).toEqual([])
  const theirs = 'Entidad independiente de control y certificación de productos Halal'
  place.change(hero, /^title: .*$/m, `title: ${theirs}`)
  state = await editor.state()
  expect(state.conflicts).toEqual([{ name: title, mine: fine, theirs }])
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('refused')
  // Also after a new start.
  state = await place.open().edit({ op: 'resolve', name: title, keep: 'theirs' })
  expect(state.conflicts).toEqual([])
  expect(valueIn(state, title)?.value).toBe(theirs)
})

test('a file that others changed beyond merging is shown whole, in both versions', async () => {
  using place = new Place()
  const editor = place.open()
  const { lists } =
    (await editor.edit({ op: 'add item', list: 'organisation.yml#partners' })).files['organisation.yml'] ?? {}
  place.change('organisation.yml', /(?<=^partners:\n) .*\n/m, '')
  const { conflicts } = await editor.state()
  expect(conflicts.map(({ name }) => name)).toEqual(['organisation.yml'])
  const state = await editor.edit({ op: 'resolve', name: 'organisation.yml', keep: 'theirs' })
  // Neither what was added here nor what was taken away there.
  expect(state.files['organisation.yml']?.lists.partners).toBe((lists?.partners ?? 0) - 2)
})

test('a process that ends between writing and committing publishes the rest the next time', async () => {
  using place = new Place()
  await place.open().edit(set(title, fine))
  // As if it had ended after the first file.
  cpSync(join(place.root, 'drafts/content', hero), join(place.content, hero))
  const editor = place.open()
  const state = await editor.state()
  expect(state.conflicts).toEqual([])
  expect(state.changes.map(({ name }) => name)).toEqual([title])
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('published')
  expect(place.git('status', '--porcelain', 'content')).toBe('')
})

test('a placeholder is replaced and its mark goes, others keep theirs; a group’s goes with its last value', async () => {
  using place = new Place()
  place.change('organisation.yml', /phone: .*/, 'phone: !placeholder +34 000 000 000')
  place.change('organisation.yml', /city: (?:!placeholder )?\{/, 'city: !placeholder {')
  place.git('commit', '--quiet', '--allow-empty', '--all', '--message', 'Nothing is real yet')
  const editor = place.open()
  const marks = () =>
    readFileSync(join(place.root, 'drafts/content/organisation.yml'), 'utf8').split('!placeholder ').length - 1
  const count = marks()
  const phone = 'organisation.yml#offices[0].phone'
  let state = await editor.edit(set(phone, '+34 961 000 000'))
  expect(valueIn(state, phone)?.isPlaceholder).toBe(false)
  expect(marks()).toBe(count - 1)
  const city = 'organisation.yml#offices[0].city'
  for (const language of ['es', 'en']) state = await editor.edit(set(`${city}.${language}`, `Castellón ${language}`))
  expect(valueIn(state, `${city}.es`)?.isPlaceholder).toBe(true)
  state = await editor.edit(set(`${city}.fr`, 'Castellón'))
  expect(valueIn(state, `${city}.es`)?.isPlaceholder).toBe(false)
  expect(marks()).toBe(count - 2)
  // Typed back as it was published, it is a placeholder again, to the byte.
  await editor.edit(set(phone, '+34 000 000 000'))
  expect(marks()).toBe(count - 1)
})

test('an article is added in every language, shown among the changes as one, and taken back', async () => {
  using place = new Place()
  const editor = place.open()
  const titles = { es: 'Un día de sacrificio', en: 'A day of slaughter', fr: 'Une journée d’abattage' }
  let state = await editor.edit({ op: 'add article', titles })
  const key = 'un_dia_de_sacrificio'
  expect(state.pages.at(-1)).toMatchObject({ page: key, kind: 'article', titles, addresses: undefined })
  expect(valueIn(state, `texts/fr/${key}.yml#head.slug`)?.value).toBe('une-journee-d-abattage')
  expect(state.changes).toEqual([{ name: `articles.yml#${key}`, kind: 'article added', before: '', after: titles.es }])
  expect(state.problems.map(({ name }) => name)).toContain(`texts/es/${key}.yml#body`)
  state = await editor.edit({ op: 'add source', article: key, source: 'm1', text: 'Sahih Muslim, n.º 1' })
  expect(valueIn(state, `texts/en/${key}.yml#sources.m1`)?.value).toBe('Sahih Muslim, n.º 1')
  state = await editor.edit({ op: 'take back', change: `articles.yml#${key}` })
  expect(state.changes).toEqual([])
})

test('an article is removed with what is said of its claims, and comes back with it', async () => {
  using place = new Place()
  const editor = place.open()
  const { pages } = await editor.state()
  const article = pages.find(({ kind, page }) => kind === 'article' && place.read('claims.yml').includes(page))?.page
  assert(article)
  let state = await editor.edit({ op: 'remove article', article })
  expect(state.changes).toEqual([expect.objectContaining({ kind: 'article removed' })])
  expect(state.problems.filter(({ file }) => file === 'claims.yml')).toEqual([])
  state = await editor.edit({ op: 'take back', change: `articles.yml#${article}` })
  expect(state.changes).toEqual([])
})

test('a claim is excused with a reason', async () => {
  using place = new Place()
  const editor = place.open()
  const lead = `texts/es/hero.yml#action`
  const claim = 'El Corán y la ley dicen lo que el controlador mira en la planta'
  let state = await editor.edit(set(lead, claim))
  const told = () => state.problems.filter(({ name, message }) => name === lead && message.includes('names no source'))
  expect(told()).toHaveLength(1)
  const reason = 'A sentence of a test.'
  state = await editor.edit({ op: 'excuse', text: 'hero.yml#action', paragraph: '1', reason })
  expect(told()).toEqual([])

  // It goes with the claim, and comes back with it: as it was written, also where it had been published.
  const excuses = 'claims.yml#without_source'
  const excused = () => JSON.stringify(state.files['claims.yml']).includes(reason)
  state = await editor.edit(set(lead, fine))
  expect([excused(), state.problems]).toEqual([false, []])
  state = await place.open().edit(set(lead, claim))
  expect([excused(), told()]).toEqual([true, []])
  const again = place.open()
  expect((await again.publish('Ana', 'Un motivo')).kind).toBe('published')
  state = await again.edit(set(lead, fine))
  expect(state.changes.map(({ name }) => name)).toEqual([excuses, lead])
  expect(state.changes[0]).toMatchObject({ before: expect.stringMatching(/^hero.*A sentence of a test\.$/), after: '' })
  state = await again.edit({ op: 'take back', change: lead })
  expect(state.changes).toEqual([])
})

test('without git, a copy says what was published', async () => {
  using place = new Place({ hasGit: false })
  const editor = place.open()
  expect(await editor.state()).toMatchObject({ hasGit: false, changes: [] })
  const state = await editor.edit(set(title, fine))
  expect(state.changes).toHaveLength(1)
  expect(await editor.publish('Ana', 'Portada')).toMatchObject({ kind: 'published', state: { changes: [] } })
})

test('a command that fails is told, and what was committed stays', async () => {
  using place = new Place()
  const editor = place.open('echo no network; exit 3')
  await editor.edit(set(title, fine))
  const answer = await editor.publish('Ana', 'Portada')
  expect(answer).toMatchObject({
    kind: 'failed',
    message: 'no network',
    state: { changes: [], publishing: { failure: 'no network' } },
  })
})

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

type Served = Awaited<ReturnType<typeof serveEditor>>
let shared: Place
let served: Served

beforeAll(async () => {
  shared = new Place()
  served = await serveEditor(shared.open(), new Map([['/', '<!doctype html>']]), 0)
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
})
