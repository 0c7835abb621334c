import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { readFiles } from '../../content/read/content.ts'
import type { TextTree } from '../../content/text-tree.ts'
import { readSiteContent, textShape } from '../../generator/site-texts.ts'

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

test('an edit changes one line of its file, can be taken back, and is published under a name', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open('touch published')
  const before = fixture.read(hero)
  expect(await editEach(editor, [set(title, published, better)])).toEqual([true])
  expect(fixture.read(hero)).toBe(before.replace(published, better))
  expect(changedFiles(stateOf(editor))).toEqual([hero])
  await editor.edit(set(title, better, published))
  expect(changedFiles(stateOf(editor))).toEqual([])
  expect(fixture.read(hero)).toBe(before)
  await editor.edit(set(title, published, better))
  writeFileSync(join(fixture.root, 'staged'), '')
  fixture.git('add', 'staged')
  await editor.publish(publication)
  expect(fixture.git('log', '-1', '--format=%an: %s').trim()).toBe('Ana Pérez: Portada')
  expect(fixture.git('status', '--porcelain', 'content', 'staged')).toBe('A  staged\n')
  expect(existsSync(join(fixture.root, 'published'))).toBe(true)
  // What a spreadsheet has saved is a change too.
  fixture.change('register/certificates.csv', /\n$/, '\n\n')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual(['register/certificates.csv'])
})

test('a page is sent what has changed since the last message, and nothing else', async () => {
  let last = { revision: 0, now: {}, published: {} }
  editor.follow((change) => {
    last = change
  })
  expect(Object.keys(last.now).length).toBeGreaterThan(50)
  await editor.edit(set(title, published, better))
  expect([Object.keys(last.now), changedFiles(last)]).toEqual([[hero], [hero]])
  const { revision } = await editor.edit(set(title, better, published))
  expect([Object.keys(last.now), changedFiles(last), last.revision]).toEqual([[hero], [], revision])
})

test('a text that is emptied and written again keeps the comment below it', async () => {
  fixture.change(hero, /^title: .*$/m, `title: ${published}\n# A note on what follows`)
  const before = fixture.read(hero)
  await editEach(editor, [set(title, published, ''), set(title, '', published)])
  expect(fixture.read(hero)).toBe(before)
})

test('each value is judged by itself: done, in conflict with the file, or not to be kept', async () => {
  const [link, text] = [`${hero}#get_certified`, `${hero}#text`]
  const [was, asked] = [fixture.value(link), fixture.value(text)]
  fixture.change(hero, /^get_certified: .*$/m, 'get_certified: Ver lo que otros controlan')
  const done = await editEach(editor, [
    set(title, published, better),
    set(link, was, 'Ver todo'),
    set(text, asked, 'Pregunte\u0000'),
  ])
  expect(done).toEqual([true, false, false])
  // Nor is anything written into what somebody else has removed.
  expect(await editEach(editor, [set(`${organisation}#partners[9].name`, null, 'Carnes Ejemplo')])).toEqual([false])
  expect(await editEach(editor, [set(`${hero}#a_group.that_is_missing`, null, 'Nuevo')])).toEqual([true])
  expect(fixture.read(hero)).toContain('Ver lo que otros controlan')
})

test('a partner is added and removed, moved there and back, and the file is as before', async () => {
  const before = fixture.read(organisation)
  const list = `${organisation}#partners`
  const partners = fixture.value(list) as TextTree[]
  const [first, ...others] = partners as [TextTree]
  const longer = [...partners, { country: '', role: '', name: '' }]
  await editor.edit(set(list, partners, longer))
  expect(fixture.read(organisation)).toMatch(/^ {2}- \{ country: "", role: "", name: !placeholder "" \}$/m)
  await editor.edit(set(list, longer, [...others, first]))
  await editor.edit(set(list, [...others, first], partners))
  expect([changedFiles(stateOf(editor)), fixture.read(organisation)]).toEqual([[], before])
})

test('a placeholder is replaced and its mark goes; what was published brings it back', async () => {
  await using fixture = new EditorFixture()
  fixture.change(organisation, /phone: .*/, 'phone: !placeholder +34 000 000 000')
  fixture.change(organisation, /city: \{.*/, 'city: { es: !placeholder A, en: !placeholder B, fr: !placeholder C }')
  fixture.git('commit', '--quiet', '--all', '--message', 'Nothing is real yet')
  const editor = await fixture.open()
  const before = fixture.read(organisation)
  const [phone, city] = [`${organisation}#offices[0].phone`, `${organisation}#offices[0].city`]
  await editEach(editor, [set(phone, '+34 000 000 000', '+34 961 000 000'), set(`${city}.es`, 'A', 'X')])
  expect(fixture.read(organisation)).toContain('phone: +34 961 000 000')
  expect(fixture.read(organisation)).toContain('city: { es: X, en: !placeholder B, fr: !placeholder C }')
  await editEach(editor, [set(phone, '+34 961 000 000', '+34 000 000 000'), set(`${city}.es`, 'X', 'A')])
  expect(fixture.read(organisation)).toBe(before)
  await editor.edit({ name: `${city}.en`, was: 'B', value: 'B', isReal: true })
  expect(fixture.read(organisation)).toContain('city: { es: !placeholder A, en: B, fr: !placeholder C }')
  await editor.edit(set(`${city}.en`, 'B', 'B'))
  expect(fixture.read(organisation)).toBe(before)
})

test('an article has a text in every language for as long as it is in the list', async () => {
  const articles = 'articles.yml#'
  const before = fixture.value(articles) as string[]
  const added = [...before, 'a_test']
  await editor.edit(set(articles, before, added))
  const french = 'texts/fr/a_test.yml'
  await editEach(editor, [
    // The page does not know this text yet.
    set(`${french}#title`, null, 'Une journée'),
    set(`${french}#head.slug`, '', 'une-journee'),
    set(`${french}#sources.m1`, null, 'Muslim 1'),
  ])
  // With the comments of the other article, but the one about that article.
  expect(fixture.read(french)).toMatch(
    /^head:\n {2}# .*\n {2}slug: une-journee\n(?:.*\n)*title: Une journée\n(?:.*\n)*sources:\n {2}m1: Muslim 1\n/,
  )
  // No other name becomes the path of a file.
  await editor.edit(set(articles, added, [...added, '../../../outside']))
  expect(existsSync(join(fixture.content, '../outside.yml'))).toBe(false)
  await editor.edit(set(articles, [...added, '../../../outside'], before))
  expect(fixture.git('status', '--porcelain')).toBe('')
  // What was published comes back as it was.
  await editor.edit(set(articles, before, before.slice(1)))
  expect(existsSync(join(fixture.content, `texts/es/${before[0]}.yml`))).toBe(false)
  await editor.edit(set(articles, before.slice(1), before))
  expect(fixture.git('status', '--porcelain')).toBe('')
})

test('what others change, pull and commit is taken over without being asked for', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  fixture.change(hero, new RegExp(published), better)
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([hero])
  fixture.git('commit', '--quiet', '--all', '--message', 'Better')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([])
})

test('a file broken by hand, or in another encoding, is not written back', async () => {
  const latin = Buffer.from(fixture.read(hero), 'latin1')
  writeFileSync(join(fixture.content, hero), latin)
  expect((await editor.edit(set(title, published, better))).applied).toBe(false)
  expect(readFileSync(join(fixture.content, hero))).toEqual(latin)
  writeFileSync(join(fixture.content, hero), 'title: "open\n')
  expect((await editor.edit(set(title, published, better))).applied).toBe(false)
})

test('one wrong fact keeps the preview from nothing but this fact, and hides no other problem', async () => {
  const before = readFiles(fixture.content, textShape)
  fixture.change(organisation, /phone: .*/, 'phone: abc')
  fixture.change(hero, new RegExp(published), better)
  fixture.change(hero, /^get_certified: .*$/m, 'get_certified: ""')
  const { organisation: facts, texts, problems } = readSiteContent(fixture.content, before)
  expect([facts, texts.es.hero]).toEqual([before.organisation, expect.objectContaining({ title: better })])
  expect(problems.map(({ key, code }) => `${key}: ${code}`)).toEqual([
    'offices[0].phone: phone',
    'get_certified: empty',
  ])
})

test('what is committed and not online is said with the reason until it is, also without a remote and after a restart', async () => {
  await using fixture = new EditorFixture()
  const command = 'echo no network; test -e network'
  const editor = await fixture.open(command)
  await editor.edit(set(title, published, better))
  const failure = { code: 'not_online', values: { reason: 'no network' } }
  expect(await editor.publish(publication)).toMatchObject({ applied: false, failure })
  expect(stateOf(editor).waiting).toBe(1)
  const restarted = await fixture.open(command)
  expect(stateOf(restarted).waiting).toBe(1)
  writeFileSync(join(fixture.root, 'network'), '')
  expect([(await restarted.publish(publication)).applied, stateOf(restarted).waiting]).toEqual([true, 0])
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nBegin')
})

test('what the site does not read is named and not committed, and a second click publishes nothing twice', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open('echo once >> runs')
  const strays = [
    '.DS_Store',
    '.~lock.register.csv#',
    'register copy.csv',
    'register/certificates.xlsx',
    'texts/es/._hero.yml',
  ]
  for (const file of strays) writeFileSync(join(fixture.content, file), '')
  await editor.edit(set(title, published, better))
  const listed = new Set(strays.filter((file) => !/\._/.test(file)))
  await expect.poll(() => new Set(stateOf(editor).strays)).toEqual(listed)
  await Promise.all([editor.publish(publication), editor.publish(publication)])
  expect(fixture.git('diff', '--name-only', 'HEAD~1').trim()).toBe(`content/${hero}`)
  expect(readFileSync(join(fixture.root, 'runs'), 'utf8')).toBe('once\n')
})

test('what is listed is what will be published: a picture alone, and no text of a language that the site has not', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  mkdirSync(join(fixture.content, 'texts/de'))
  for (const file of ['hero.yml', 'flag.svg'])
    writeFileSync(join(fixture.content, 'texts/de', file), fixture.read(`texts/en/${file}`))
  await expect.poll(() => stateOf(editor).strays.sort()).toEqual(['texts/de/flag.svg', 'texts/de/hero.yml'])
  expect(changedFiles(stateOf(editor))).toEqual([])
  const [picture, palette] = ['pictures/rest.svg', 'pictures/palette.css']
  const before = fixture.read(picture)
  fixture.change(picture, /<svg/, '<!-- Drawn again --><svg')
  fixture.change(palette, /$/, '\n')
  await expect.poll(() => changedFiles(stateOf(editor))).toEqual([palette, picture])
  // It can be taken back, and is written in no other way from here.
  expect((await editor.edit(set(`${picture}#`, null, '<svg/>'))).applied).toBe(false)
  expect((await editor.edit(set(`${picture}#`, fixture.value(`${picture}#`), before))).applied).toBe(true)
  expect(fixture.read(picture)).toBe(before)
  await editor.publish(publication)
  expect(fixture.git('show', '--name-only', '--format=%s').trim()).toBe(`Portada\n\ncontent/${palette}`)
})

test('what is typed for an item of a list reaches this item wherever it was moved to, and no other', async () => {
  const list = `${organisation}#partners`
  const [polish, french] = fixture.value(list) as [TextTree, TextTree]
  const typed = { ...set(`${list}[1].name`, '', 'Volailles Exemple'), item: french }
  // Somebody else's change while the program was away.
  fixture.change(
    organisation,
    /^partners:\n/m,
    'partners:\n  - { country: PT, role: cutting_plant, name: !placeholder "" }\n',
  )
  expect((await editor.edit(typed)).applied).toBe(true)
  const now = fixture.value(list)
  expect(now).toEqual([
    { ...(french as object), country: 'PT' },
    polish,
    { ...(french as object), name: 'Volailles Exemple' },
  ])
  fixture.change(organisation, /^ {2}- \{ country: PL.*\n/m, '')
  expect((await editor.edit({ ...set(`${list}[0].name`, '', 'Mięso'), item: polish })).applied).toBe(false)
  expect(fixture.read(organisation)).not.toContain('Mięso')
})

test('what was sent before the program was killed is done when it is sent again', async () => {
  fixture.change(hero, new RegExp(published), better)
  expect(await editEach(editor, [set(title, published, better), set(title, better, `${better}.`)])).toEqual([
    true,
    true,
  ])
})

test('a page that was published under an address leaves it to the list of old addresses', async () => {
  await using fixture = new EditorFixture()
  const pages = [
    ['privacy', 'en', '/en/privacy'],
    ['halal_adoracion', 'es', '/halal-adoracion'],
    ['register', 'fr', '/fr/registre'],
  ] as const
  for (const [page, language, from] of pages)
    fixture.change(`texts/${language}/${page}.yml`, /^ {2}slug: .*$/m, `  slug: ${from.split('/').at(-1)}`)
  fixture.change('redirects.yml', /^(?:[^#].*\n)*$/m, '- { from: /old.html, to: home, language: es }\n')
  fixture.git('commit', '--quiet', '--all', '-m', 'Published')
  const editor = await fixture.open()
  const old = () => fixture.value('redirects.yml#') as TextTree[]
  const before = old()
  for (const [to, language, from] of pages) {
    const head = `texts/${language}/${to}.yml#head`
    const slug = `${head}.slug`
    const [was, all] = [fixture.value(slug) as string, fixture.value(head) as { slug: string }]
    const added = [...before, { from, to, language }]
    // As it is typed.
    await editEach(editor, [set(slug, was, ''), set(slug, '', 'o'), set(slug, 'o', 'other')])
    expect(old()).toEqual(added)
    await editor.edit(set(slug, 'other', was))
    expect(changedFiles(stateOf(editor))).toEqual([])
    // All of it at once, as it is taken back.
    await editor.edit(set(head, all, { ...all, slug: 'other' }))
    expect(old()).toEqual(added)
    if (to !== 'register') await editor.edit(set(slug, 'other', was))
  }
  await editor.publish(publication)
  // The second address stays as well, and the first once more when it is the page's again.
  await editor.edit(set('texts/fr/register.yml#head.slug', 'other', 'registre'))
  expect(old()).toHaveLength(before.length + 2)
})

test('a page that comes into the list of articles by mistake stays when it leaves it', async () => {
  const before = fixture.read('articles.yml')
  fixture.change('articles.yml', /$/, '- hero\n')
  const articles = fixture.value('articles.yml#') as string[]
  await editor.edit(set('articles.yml#', articles, articles.slice(0, -1)))
  expect([fixture.read('articles.yml'), fixture.git('status', '--porcelain')]).toEqual([before, ''])
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
