import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  better,
  EditorFixture,
  editEach,
  hero,
  published,
  set,
  stateOf,
  title,
} from '../../../tests/support/editor-fixture.ts'

const ana = { author: { name: 'Ana', email: 'no-reply@office.example.org' }, summary: 'Portada' }
const luis = { author: { name: 'Luis' }, summary: 'Enlace' }

/** A site that shows what was sent to it; a build is named after the last commit. */
function siteOf(fixture: EditorFixture) {
  const head = () => fixture.git('rev-parse', 'HEAD').trim()
  const site = {
    address: 'https://www.example.org',
    online: head(),
    builds: 0,
    build: async () => {
      site.builds++
      return head()
    },
    shown: async () => site.online,
    askMs: 5,
    timeoutMs: 50,
  }
  return site
}

/** Puts online what is committed. */
const send = 'git rev-parse HEAD > online'

test('what is published is built and sent, and said to be online once the site shows it, to everybody', async () => {
  await using fixture = new EditorFixture({ isWhole: false })
  const site = siteOf(fixture)
  const editor = await fixture.open(send, { ...site, timeoutMs: 60_000, shown: async () => site.online })
  await editEach(editor, [set(title, published, better)])
  expect((await editor.publish(ana)).applied).toBe(true)
  await expect.poll(() => stateOf(editor).release?.stage).toBe('waiting')
  expect(stateOf(editor).waiting).toBe(1)
  // A colleague publishes meanwhile: both go online, the second without being asked for again.
  const link = `${hero}#get_certified`
  expect(await editEach(editor, [set(link, fixture.value(link), 'Ver todo')])).toEqual([true])
  expect((await editor.publish(luis)).applied).toBe(true)
  site.online = fixture.git('rev-parse', 'HEAD').trim()
  await expect.poll(() => stateOf(editor).release).toMatchObject({ stage: 'online', address: site.address })
  await expect.poll(() => stateOf(editor).waiting).toBe(0)
  expect(fixture.git('log', '-2', '--format=%an <%ae>').split('\n')[1]).toBe('Ana <no-reply@office.example.org>')
})

test('a build that fails is not sent, and another try sends it', async () => {
  await using fixture = new EditorFixture({ isWhole: false })
  const site = siteOf(fixture)
  let isBroken = true
  const build = () => (isBroken ? Promise.reject(new Error('no space left')) : site.build())
  const editor = await fixture.open(`${send}; touch sent`, { ...site, build, shown: async () => site.online })
  await editEach(editor, [set(title, published, better)])
  await editor.publish(ana)
  const failure = { code: 'build_failed', values: { reason: 'no space left' } }
  await expect.poll(() => stateOf(editor).release).toMatchObject({ stage: 'failed', failure })
  // Somebody else's try ends the same way.
  await editor.publish(luis)
  expect([fixture.git('status', '--porcelain', 'sent'), stateOf(editor).waiting]).toEqual(['', 1])
  isBroken = false
  site.online = fixture.git('rev-parse', 'HEAD').trim()
  await editor.publish(luis)
  await expect.poll(() => stateOf(editor).release?.stage).toBe('online')
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nBegin')
})

test('a site that does not show it is said to, with what it shows; so is a command that fails', async () => {
  await using fixture = new EditorFixture({ isWhole: false })
  const site = siteOf(fixture)
  const editor = await fixture.open(send, site)
  await editEach(editor, [set(title, published, better)])
  await editor.publish(ana)
  const failure = { code: 'not_shown', values: { reason: `${site.address}: ${site.online}` } }
  await expect.poll(() => stateOf(editor).release).toMatchObject({ stage: 'failed', failure })
  await using other = new EditorFixture({ isWhole: false })
  const unsent = await other.open('echo "Permission denied"; exit 1', siteOf(other))
  await editEach(unsent, [set(title, published, better)])
  await unsent.publish(ana)
  await expect.poll(() => stateOf(unsent).release).toMatchObject({ failure: { code: 'no_access' } })
})

test('a program that was killed on the way goes on when it is opened again: before it was sent, and before it was shown', async () => {
  for (const stage of ['building', 'waiting']) {
    await using fixture = new EditorFixture({ isWhole: false })
    const site = siteOf(fixture)
    const never = () => new Promise<string>(() => {})
    const killed = await fixture.open(send, { ...site, [stage === 'building' ? 'build' : 'shown']: never })
    await editEach(killed, [set(title, published, better)])
    await killed.publish(ana)
    await expect.poll(() => stateOf(killed).release?.stage).toBe(stage)
    // Typed in the moment of the kill.
    await editEach(killed, [set(title, better, `${better}.`)])
    await killed.close()
    const { promise, resolve } = Promise.withResolvers<string>()
    const restarted = await fixture.open(send, { ...site, shown: () => promise })
    await expect.poll(() => [stateOf(restarted).waiting, stateOf(restarted).release?.stage]).toEqual([1, 'waiting'])
    resolve(fixture.git('rev-parse', 'HEAD').trim())
    await expect.poll(() => [stateOf(restarted).waiting, stateOf(restarted).release?.stage]).toEqual([0, 'online'])
    expect(fixture.read(hero)).toContain(`${better}.`)
    expect(fixture.git('log', '--format=%an').trim()).toBe('Ana\nSomebody')
  }
})

test('half a merge and a lock, which a kill of git has left, keep nobody in the office from publishing', async () => {
  await using fixture = new EditorFixture({ isWhole: false })
  const commits = (title: string) => {
    fixture.change(hero, /^title: .*$/m, `title: ${title}`)
    fixture.git('commit', '--quiet', '--all', '-m', title)
  }
  fixture.git('branch', 'other')
  commits('Uno')
  fixture.git('checkout', '--quiet', 'other')
  commits('Otro')
  fixture.git('checkout', '--quiet', 'main')
  expect(() => fixture.git('merge', '--quiet', 'other')).toThrow()
  writeFileSync(join(fixture.root, '.git/index.lock'), '')
  const site = siteOf(fixture)
  const editor = await fixture.open(send, { ...site, shown: async () => fixture.git('rev-parse', 'HEAD').trim() })
  expect(await editEach(editor, [set(title, 'Uno', better)])).toEqual([true])
  expect(await editor.publish(ana)).toMatchObject({ applied: true })
  await expect.poll(() => stateOf(editor).release?.stage).toBe('online')
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nUno\nBegin')
})

test('who has pushed while it was built is merged, and it is built again', async () => {
  await using origin = new EditorFixture({ isWhole: false })
  origin.git('config', 'receive.denyCurrentBranch', 'ignore')
  await using fixture = new EditorFixture({ from: origin.root })
  await using other = new EditorFixture({ from: origin.root })
  const site = siteOf(fixture)
  const build = async () => {
    if (site.builds === 0) {
      other.change('organisation.yml', /^name: .*$/m, 'name: Another name')
      other.git('commit', '--quiet', '--all', '-m', 'Name')
      other.git('push', '--quiet')
    }
    return site.build()
  }
  const waiting = new Set<number>()
  const shown = async () => {
    waiting.add(stateOf(editor).waiting)
    return fixture.git('rev-parse', '@{upstream}').trim()
  }
  const editor = await fixture.open('git push', { ...site, build, shown })
  await editEach(editor, [set(title, published, better)])
  await editor.publish(ana)
  await expect.poll(() => stateOf(editor).release?.stage, { timeout: 20_000 }).toBe('online')
  await expect.poll(() => [site.builds, stateOf(editor).waiting]).toEqual([2, 0])
  expect(fixture.read('organisation.yml')).toContain('Another name')
  // What Ana has published, and neither the other's change nor that the two were merged.
  expect([...waiting]).toEqual([1])
})
