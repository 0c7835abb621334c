import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { better, EditorFixture, hero, published, set, title, valueIn } from '../../../tests/support/editor-fixture.ts'
import { identityOf } from '../content-paths.ts'
import { nameTexts } from './preview-site.ts'

const organisation = 'organisation.yml'
const done = { kind: 'done' }

test('an edit changes one line of its file, is a change that can be taken back, and is published under a name', async () => {
  using fixture = new EditorFixture()
  let editor = await fixture.open('touch published')
  const before = fixture.read(hero)
  let { outcomes, patch } = await editor.edit(set(title, published, better))
  expect(outcomes[title]).toEqual(done)
  expect(fixture.read(hero)).toBe(before.replace(published, better))
  expect(patch.changes).toEqual([{ name: title, kind: 'value', before: published, after: better }])
  ;({ patch } = await editor.edit({ op: 'take back', change: title, after: better }))
  expect([patch.changes, fixture.read(hero)]).toEqual([[], before])
  await editor.edit(set(title, published, better))
  // The commit must carry the name given in the editor, not this one from the environment.
  vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody else')
  onTestFinished(() => void vi.unstubAllEnvs())
  editor = await fixture.open('touch published')
  expect(await editor.publish('Ana Pérez', 'Portada')).toEqual({ kind: 'committed' })
  expect(fixture.git('log', '-1', '--format=%an: %s').trim()).toBe('Ana Pérez: Portada')
  expect(fixture.git('status', '--porcelain', 'content')).toBe('')
  await expect.poll(() => existsSync(join(fixture.root, 'published'))).toBe(true)
})

test('each value of a batch is judged by itself: done, in conflict with the file, or not to be kept', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const [action, contact] = [`${hero}#action`, `${hero}#contact`]
  const state = await editor.state()
  const [was, asked] = [action, contact].map((name) => valueIn(state, name)?.value ?? '')
  fixture.change(hero, /^action: .*$/m, 'action: Ver lo que otros controlan')
  const { outcomes } = await editor.edit({
    op: 'set',
    values: {
      [title]: { value: better, was: published },
      [action]: { value: 'Ver todo', was: was ?? '' },
      [contact]: { value: 'Pregunte\u0000', was: asked ?? '' },
    },
  })
  expect(outcomes).toEqual({
    [title]: done,
    [action]: { kind: 'conflict', theirs: 'Ver lo que otros controlan' },
    [contact]: { kind: 'invalid' },
  })
  expect(fixture.read(hero)).toContain('Ver lo que otros controlan')
})

test('an item of a list is meant by what it says, wherever it has moved to', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const { files } = await editor.state()
  const fields = files[organisation]?.fields ?? []
  const item = identityOf(fields, 'partners[1]')
  const ofName = identityOf(fields, 'partners[1]', 'partners[1].name')
  await editor.edit({ op: 'move item', list: `${organisation}#partners`, at: 1, by: -1, item })
  const before = fixture.read(organisation)
  await editor.edit(set(`${organisation}#partners[1].name`, '', 'Carnes Ejemplo', ofName))
  const state = await editor.state()
  expect(valueIn(state, `${organisation}#partners[0].name`)).toMatchObject({ value: 'Carnes Ejemplo' })
  // Its item is not there any more as it was, so neither can it be removed.
  const { outcomes } = await editor.edit({ op: 'remove item', list: `${organisation}#partners`, at: 1, item })
  expect(outcomes[`${organisation}#partners`]).toMatchObject({ kind: 'conflict' })
  await editor.edit({ op: 'take back', change: `${organisation}#partners[0].name`, after: 'Carnes Ejemplo' })
  expect(state.changes.length).toBeGreaterThan(0)
  expect(before).not.toBe('')
})

test('a partner is added without words and removed, and the file is as before', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const before = fixture.read(organisation)
  const list = `${organisation}#partners`
  const count = (await editor.state()).files[organisation]?.lists.partners ?? 0
  const { patch } = await editor.edit({ op: 'add item', list })
  expect(patch.files[organisation]?.lists.partners).toBe(count + 1)
  const item = identityOf(patch.files[organisation]?.fields ?? [], `partners[${count}]`)
  const removed = await editor.edit({ op: 'remove item', list, at: count, item })
  expect(removed.patch.changes).toEqual([])
  expect(fixture.read(organisation)).toBe(before)
})

test('a placeholder is replaced and its mark goes, a group’s with its last value; what was published brings it back', async () => {
  using fixture = new EditorFixture()
  fixture.change(organisation, /phone: .*/, 'phone: !placeholder +34 000 000 000')
  fixture.change(organisation, /city: (?:!placeholder )?\{.*/, 'city: !placeholder { es: A, en: B, fr: C }')
  fixture.git('commit', '--quiet', '--all', '--message', 'Nothing is real yet')
  const editor = await fixture.open()
  const marks = () => fixture.read(organisation).split('!placeholder ').length - 1
  const [count, before] = [marks(), fixture.read(organisation)]
  const phone = `${organisation}#offices[0].phone`
  await editor.edit(set(phone, '+34 000 000 000', '+34 961 000 000'))
  expect(marks()).toBe(count - 1)
  const city = `${organisation}#offices[0].city`
  for (const [language, was] of [
    ['es', 'A'],
    ['en', 'B'],
  ] as const)
    await editor.edit(set(`${city}.${language}`, was, 'X'))
  expect(marks()).toBe(count - 1)
  await editor.edit(set(`${city}.fr`, 'C', 'Y'))
  expect(marks()).toBe(count - 2)
  for (const [language, was, value] of [
    ['es', 'X', 'A'],
    ['en', 'X', 'B'],
    ['fr', 'Y', 'C'],
  ] as const)
    await editor.edit(set(`${city}.${language}`, was, value))
  await editor.edit(set(phone, '+34 961 000 000', '+34 000 000 000'))
  expect(fixture.read(organisation)).toBe(before)
  await editor.edit({ op: 'real', name: `${city}.en`, was: 'B' })
  expect(marks()).toBe(count - 1)
})

test('an article is added in every language, is one change, and is taken back', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const titles = { es: 'Un día de sacrificio', en: 'A day of slaughter', fr: 'Une journée d’abattage' }
  const key = 'un_dia_de_sacrificio'
  const name = `articles.yml#${key}`
  const { patch } = await editor.edit({ op: 'add article', titles })
  expect(patch.pages.at(-1)).toMatchObject({ page: key, kind: 'article', titles })
  expect(patch.changes).toEqual([{ name, kind: 'article added', before: '', after: titles.es }])
  await editor.edit({ op: 'add source', article: key, source: 'm1', text: 'Sahih Muslim, n.º 1' })
  const state = await editor.state()
  expect(valueIn(state, `texts/fr/${key}.yml#head.slug`)?.value).toBe('une-journee-d-abattage')
  expect(valueIn(state, `texts/en/${key}.yml#sources.m1`)?.value).toBe('Sahih Muslim, n.º 1')
  const back = await editor.edit({ op: 'take back', change: name, after: titles.es })
  expect([back.patch.changes, fixture.git('status', '--porcelain')]).toEqual([[], ''])
})

test('an article that was removed comes back where it was', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const article = (await editor.state()).pages.find(({ kind }) => kind === 'article')?.page ?? ''
  const { patch } = await editor.edit({ op: 'remove article', article })
  expect(patch.changes).toEqual([expect.objectContaining({ kind: 'article removed' })])
  await editor.edit({ op: 'take back', change: `articles.yml#${article}`, after: '' })
  expect(fixture.git('status', '--porcelain')).toBe('')
})

test('what is wrong stays in the file, and nothing is published', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  await editor.edit(set(title, published, ''))
  fixture.problems = [{ file: `content/${hero}`, key: 'title', code: 'empty' }]
  expect(await editor.publish('Ana', 'Vacío')).toEqual({ kind: 'blocked' })
  expect((await editor.state()).problems).toMatchObject([{ name: title, message: { es: expect.any(String) } }])
  expect(fixture.git('log', '--format=%s').trim()).toBe('Begin')
})

test('a file broken by hand, or in another encoding, is not written back', async () => {
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  const latin = Buffer.from(fixture.read(hero), 'latin1')
  writeFileSync(join(fixture.content, hero), latin)
  expect((await editor.edit(set(title, published, better))).outcomes[title]).toEqual({ kind: 'invalid' })
  expect(readFileSync(join(fixture.content, hero))).toEqual(latin)
  writeFileSync(join(fixture.content, hero), 'title: "open\n')
  expect((await editor.edit(set(title, published, better))).outcomes[title]).toEqual({ kind: 'invalid' })
})

test('what the command has not published stays pending over a restart, with its reason', async () => {
  using fixture = new EditorFixture()
  let editor = await fixture.open('echo no network; exit 3')
  await editor.edit(set(title, published, better))
  expect(await editor.publish('Ana', 'Portada')).toEqual({ kind: 'committed' })
  const pending = async () => (await editor.state()).publishing.pending
  await expect.poll(pending).toEqual({ reason: 'no network' })
  editor = await fixture.open('exit 0')
  expect(await pending()).toEqual({ reason: 'no network' })
  await editor.publish('Ana', 'Portada')
  await expect.poll(pending).toBeUndefined()
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nBegin')
})

test('a folder that cannot be published from says why, and git’s refusal is passed on', async () => {
  using without = new EditorFixture({ hasGit: false })
  expect((await (await without.open()).state()).publishing.repository).toBe('no repository')
  using fixture = new EditorFixture()
  const editor = await fixture.open()
  await editor.edit(set(title, published, better))
  writeFileSync(join(fixture.root, '.git/index.lock'), '')
  expect(await editor.publish('Ana', 'Portada')).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('index.lock'),
  })
  execFileSync('rm', [join(fixture.root, '.git/index.lock')])
  fixture.git('checkout', '--quiet', '--detach')
  expect(await editor.publish('Ana', 'Portada')).toEqual({ kind: 'blocked' })
  expect((await editor.state()).publishing.repository).toBe('detached')
})

test('tags of texts become names of their elements, and nothing of them is left elsewhere', () => {
  const tag = (name: string, text: string) => `\uE000${name}\uE001${text}\uE002`
  const html = `<title>${tag('t', 'T')}</title><body><h1>${tag('t', 'T')} ${tag('u', 'U')}</h1>${tag('p@1', '<p><i>P</i></p>')}<img alt="${tag('a', 'A')}"/></body>`
  expect(nameTexts(html)).toBe(
    '<title>T</title><body><h1 data-text="t u">T U</h1><p data-text="p@1"><i>P</i></p><img data-text="a" alt="A"/></body>',
  )
})
