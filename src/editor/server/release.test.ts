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

// The whole way, with a kill in the middle of a build, and of two people: tests/journeys/office.test.ts.

test('what fails is said, and another try sends what was not sent: a build, the command, a site that shows something else', async () => {
  await using fixture = new EditorFixture()
  const site = siteOf(fixture)
  let isBroken = true
  const build = () => (isBroken ? Promise.reject(new Error('no space left')) : site.build())
  const command = `${send}; test -e key || { echo Permission denied; exit 1; }`
  const editor = await fixture.open(command, { ...site, build, shown: async () => site.online })
  const release = () => stateOf(editor).release
  await editEach(editor, [set(title, published, better)])
  await editor.publish(ana)
  const failure = { code: 'build_failed', values: { reason: 'no space left' } }
  await expect.poll(release).toMatchObject({ stage: 'failed', failure })
  // Somebody else's try ends the same way.
  await editor.publish(luis)
  expect([fixture.git('status', '--porcelain', 'online'), stateOf(editor).waiting]).toEqual(['', 1])
  isBroken = false
  await editor.publish(luis)
  await expect.poll(release).toMatchObject({ failure: { code: 'no_access' } })
  writeFileSync(join(fixture.root, 'key'), '')
  await editor.publish(luis)
  const other = { code: 'not_shown', values: { reason: `${site.address}: ${site.online}` } }
  await expect.poll(release).toMatchObject({ stage: 'failed', failure: other })
  site.online = fixture.git('rev-parse', 'HEAD').trim()
  await editor.publish(luis)
  await expect.poll(() => release()?.stage).toBe('online')
  expect(fixture.git('log', '--format=%s').trim()).toBe('Portada\nBegin')
})

test('a program that was killed before the site showed what was sent goes on asking when it is opened again', async () => {
  await using fixture = new EditorFixture()
  const site = siteOf(fixture)
  const killed = await fixture.open(send, { ...site, shown: () => new Promise<string>(() => {}) })
  await editEach(killed, [set(title, published, better)])
  await killed.publish(ana)
  await expect.poll(() => stateOf(killed).release?.stage).toBe('waiting')
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
})

test('half a merge and a lock, which a kill of git has left, keep nobody in the office from publishing', async () => {
  await using fixture = new EditorFixture()
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
  await using origin = new EditorFixture()
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
