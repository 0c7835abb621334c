import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  better,
  changedFiles,
  EditorFixture,
  editEach,
  hero,
  published,
  set,
  stateOf,
  title,
} from '../../../tests/support/editor-fixture.ts'
import type { TextTree } from '../../content/text-tree.ts'

// How an edit changes a file: yaml-edit.test.ts.

const organisation = 'organisation.yml'
/** For all tests that neither commit nor publish: what one leaves is taken back. The others have their own. */
const fixture = new EditorFixture()
const editor = await fixture.open()
afterEach(async () => {
  fixture.git('checkout', '--quiet', '.')
  fixture.git('clean', '--quiet', '-d', '--force')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([])
})
afterAll(() => fixture[Symbol.asyncDispose]())

const publication = { author: { name: 'Ana Pérez' }, summary: 'Portada' }

test('what the site reads is published under a name, once; what else is there is named and left out; what others commit is taken over', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open('echo once >> content/.runs')
  const [picture, palette, table] = ['pictures/rest.svg', 'pictures/palette.css', 'register/certificates.csv']
  const strays = ['.DS_Store', '.~lock.register.csv#', 'register copy.csv', 'texts/de/flag.svg', 'texts/de/hero.yml']
  for (const folder of ['register', 'texts/de']) mkdirSync(join(fixture.content, folder))
  for (const file of [...strays, 'texts/es/._hero.yml', table, '../staged'])
    writeFileSync(join(fixture.content, file), '')
  fixture.git('add', 'staged')
  const drawing = fixture.read(picture)
  fixture.change(picture, /<svg/, '<!-- Drawn again --><svg')
  fixture.change(palette, /$/, '\n')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([palette, picture, table])
  await expect.poll(() => stateOf(editor).strays.sort()).toEqual(strays)
  // A drawing can be taken back, and is written in no other way from here.
  const change = (value: string) => set(`${picture}#`, fixture.value(`${picture}#`), value)
  expect(await editEach(editor, [change('<svg/>'), change(drawing), set(title, published, better)])).toEqual([
    false,
    true,
    true,
  ])
  await Promise.all([editor.publish(publication), editor.publish(publication)])
  const files = [palette, table, hero].map((file) => `content/${file}`).join('\n')
  expect(fixture.git('show', '--name-only', '--format=%an: %s').trim()).toBe(`Ana Pérez: Portada\n\n${files}`)
  expect([fixture.read('.runs'), fixture.git('status', '--porcelain', 'staged')]).toEqual(['once\n', 'A  staged\n'])

  fixture.change(hero, new RegExp(better), published)
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([hero])
  fixture.git('commit', '--quiet', '--all', '--message', 'As before')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([])
})

test('a page is sent what has changed since the last message, and nothing else', async () => {
  let last = { revision: 0, now: {}, published: {} }
  editor.follow((change) => {
    last = change
  })
  expect(Object.keys(last.now).length).toBeGreaterThan(5)
  await editor.edit(set(title, published, better))
  expect([Object.keys(last.now), changedFiles(last)]).toEqual([[hero], [hero]])
  const { revision } = await editor.edit(set(title, better, published))
  expect([Object.keys(last.now), changedFiles(last), last.revision]).toEqual([[hero], [], revision])
})

test('each value is judged by itself: done, also if it is sent again, in conflict with the file, or not to be kept', async () => {
  const [link, text] = [`${hero}#get_certified`, `${hero}#text`]
  const [was, asked] = [fixture.value(link), fixture.value(text)]
  fixture.change(hero, /^get_certified: .*$/m, 'get_certified: Ver lo que otros controlan')
  for (const [edit, isDone] of [
    [set(title, published, better), true],
    [set(title, published, better), true],
    [set(link, was, 'Ver todo'), false],
    [set(text, asked, 'Pregunte\u0000'), false],
    // Nor is anything written into what somebody else has removed.
    [set(`${organisation}#partners[9].name`, null, 'Carnes Ejemplo'), false],
    [set(`${hero}#a_group.that_is_missing`, null, 'Nuevo'), true],
  ] as const)
    expect([edit, (await editor.edit(edit)).applied]).toEqual([edit, isDone])
  expect(fixture.read(hero)).toContain('Ver lo que otros controlan')
  for (const broken of [Buffer.from('title: Alcalá', 'latin1'), Buffer.from('title: "open\n')]) {
    writeFileSync(join(fixture.content, hero), broken)
    expect((await editor.edit(set(title, better, published))).applied).toBe(false)
  }
})

test('an article has a text in every language for as long as it is in the list, and no other page has', async () => {
  const articles = 'articles.yml#'
  const before = fixture.value(articles) as string[]
  const added = [...before, 'a_test', '../../../outside', 'hero']
  await editor.edit(set(articles, before, added))
  expect(existsSync(join(fixture.content, '../outside.yml'))).toBe(false)
  const french = 'texts/fr/a_test.yml'
  // The page does not know these texts yet.
  await editEach(editor, [set(`${french}#title`, null, 'Une journée'), set(`${french}#sources.m1`, null, 'Muslim 1')])
  // With the comments of the other article, but the one about that article.
  expect(fixture.read(french)).toMatch(
    /^head:\n {2}# .*\n {2}slug: ""\n(?:.*\n)*title: Une journée\n(?:.*\n)*sources:\n {2}m1: Muslim 1\n/,
  )
  await editor.edit(set(articles, added, before.slice(1)))
  const isThere = (file: string) => existsSync(join(fixture.content, file))
  expect([french, `texts/es/${before[0]}.yml`, hero].map(isThere)).toEqual([false, false, true])
  // What was published comes back as it was.
  await editor.edit(set(articles, before.slice(1), before))
  expect(fixture.git('status', '--porcelain')).toBe('')
})

test('what is committed and not online is said with the reason until it is, also without a remote and after a restart', async () => {
  await using fixture = new EditorFixture()
  const command = 'echo no network; test -e network'
  const editor = await fixture.open(command)
  await editor.edit(set(title, published, better))
  const failure = { code: 'not_online', values: { reason: 'no network' } }
  expect(await editor.publish(publication)).toMatchObject({ applied: false, failure })
  const restarted = await fixture.open(command)
  expect([stateOf(editor).waiting, stateOf(restarted).waiting]).toEqual([1, 1])
  writeFileSync(join(fixture.root, 'network'), '')
  expect([(await restarted.publish(publication)).applied, stateOf(restarted).waiting]).toEqual([true, 0])
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nBegin')
})

test('what is typed for an item of a list reaches this item wherever it was moved to, and no other', async () => {
  const list = `${organisation}#partners`
  const [polish, french] = fixture.value(list) as [TextTree, TextTree]
  const typed = { ...set(`${list}[1].name`, '', 'Volailles Exemple'), item: french }
  // Somebody else's change while the program was away.
  const portuguese = '$&  - { country: PT, role: cutting_plant, name: !placeholder "" }\n'
  fixture.change(organisation, /^partners:\n/m, portuguese)
  expect((await editor.edit(typed)).applied).toBe(true)
  const others = [{ ...(french as object), country: 'PT' }, polish]
  expect(fixture.value(list)).toEqual([...others, { ...(french as object), name: 'Volailles Exemple' }])
  fixture.change(organisation, /^ {2}- \{ country: PL.*\n/m, '')
  expect((await editor.edit({ ...set(`${list}[0].name`, '', 'Mięso'), item: polish })).applied).toBe(false)
  expect(fixture.read(organisation)).not.toContain('Mięso')
})

test('a page that was published under an address leaves it to the list of old addresses', async () => {
  await using fixture = new EditorFixture()
  fixture.change('redirects.yml', /^(?:[^#].*\n)*$/m, '- { from: /old.html, to: home, language: es }\n')
  fixture.change('texts/en/bienestar_animal.yml', /^ {2}slug: .*$/m, '  slug: welfare')
  fixture.git('commit', '--quiet', '--all', '-m', 'Published')
  const editor = await fixture.open()
  const old = () => fixture.value('redirects.yml#') as TextTree[]
  const head = 'texts/en/bienestar_animal.yml#head'
  const slug = `${head}.slug`
  const [before, all] = [old(), fixture.value(head) as { slug: string }]
  const added = [...before, { from: '/en/welfare', to: 'bienestar_animal', language: 'en' }]
  // As it is typed.
  await editEach(editor, [set(slug, 'welfare', ''), set(slug, '', 'o'), set(slug, 'o', 'other')])
  expect(old()).toEqual(added)
  await editor.edit(set(slug, 'other', 'welfare'))
  expect(changedFiles(stateOf(editor))).toEqual([])
  // All of it at once, as it is taken back.
  await editor.edit(set(head, all, { ...all, slug: 'other' }))
  expect(old()).toEqual(added)
  await editor.publish(publication)
  // The second address stays as well, and the first once more when it is the page's again.
  await editor.edit(set(slug, 'other', 'welfare'))
  expect(old()).toEqual([...added, { from: '/en/other', to: 'bienestar_animal', language: 'en' }])
})

test('nothing is published from no repository, while something is wrong, and if git refuses; all say why', async () => {
  await using without = new EditorFixture({ hasGit: false })
  expect(stateOf(await without.open()).problems).toMatchObject([{ code: 'no_repository' }])
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  await editor.edit(set(title, published, ''))
  fixture.problems = [{ file: `content/${hero}`, key: 'title', code: 'empty' }]
  await editor.publish(publication)
  expect(stateOf(editor).problems).toMatchObject(fixture.problems)
  fixture.problems = []
  writeFileSync(join(fixture.root, '.git/index.lock'), '')
  expect(await editor.publish(publication)).toMatchObject({ applied: false, failure: { code: 'git_busy' } })
  rmSync(join(fixture.root, '.git/index.lock'))
  fixture.git('checkout', '--quiet', '--detach')
  await editor.publish(publication)
  expect(stateOf(editor).problems).toMatchObject([{ code: 'detached' }])
  mkdirSync(join(fixture.root, '.git/rebase-merge'))
  await editor.publish(publication)
  expect(stateOf(editor).problems).toMatchObject([{ code: 'merging' }])
  expect(fixture.git('log', '--format=%s').trim()).toBe('Begin')
})
