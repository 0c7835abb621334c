import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { building, fine, hero, Place, set, title, unchecked, valueIn } from '../../../tests/support/editor-place.ts'

test('an edit is a draft, then a change that can be taken back, then published with a name', async () => {
  using place = new Place()
  const editor = place.open()
  const before = place.read(hero)
  let state = await editor.edit(set(title, fine))
  expect(place.read(hero)).toBe(before)
  expect(state.changes).toEqual([expect.objectContaining({ name: title, kind: 'value', after: fine })])
  state = await editor.edit({ op: 'take back', change: title })
  expect(state.changes).toEqual([])
  await editor.edit(set(title, fine))
  // The commit must carry the name given in the editor, not this one from the environment.
  vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody else')
  onTestFinished(() => void vi.unstubAllEnvs())
  // A new process finds the drafts of the one before.
  const again = place.open({ publishCommand: 'touch published' })
  expect(valueIn(await again.state(), title)?.value).toBe(fine)
  const answer = await again.publish('Ana Pérez', 'Portada')
  expect(answer).toMatchObject({ kind: 'published', state: { changes: [] } })
  expect(place.read(hero)).toBe(before.replace(/^title: .*$/m, `title: ${fine}`))
  expect(place.git('log', '-1', '--format=%an: %s').trim()).toBe('Ana Pérez: Portada')
  expect(place.git('status', '--porcelain', 'content')).toBe('')
  expect(existsSync(join(place.root, 'published'))).toBe(true)
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
  place.change(hero, /^title: .*$/m, `title: "${theirs}"`)
  state = await editor.state()
  expect(state.conflicts).toEqual([{ name: title, mine: fine, theirs }])
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('refused')
  // In a new process, so that the conflict must have been stored.
  state = await place.open().edit({ op: 'resolve', name: title, keep: 'theirs' })
  expect(state.conflicts).toEqual([])
  expect(valueIn(state, title)?.value).toBe(theirs)
  // The draft is their file to the byte, or our formatting would be left to publish.
  expect(readFileSync(join(place.root, 'drafts/content', hero), 'utf8')).toBe(place.read(hero))
})

test('what others change while the drafts are checked for publishing is not overwritten', async () => {
  using place = new Place()
  let isChecking = false
  const editor = place.open({
    composer: {
      compose: (folder) => {
        if (isChecking) place.change(hero, /^action: .*$/m, 'action: Ver lo que controlamos')
        isChecking = false
        return unchecked.compose(folder)
      },
    },
  })
  await editor.edit(set(title, fine))
  place.change(hero, /^contact: .*$/m, 'contact: Pregunte')
  isChecking = true
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('published')
  expect(place.read(hero)).toMatch(/^action: Ver lo que controlamos$/m)
})

test('of an edit that fails halfway, what was done is composed and shown', async () => {
  using place = new Place()
  const editor = place.open()
  const { revision } = await editor.state()
  await expect(editor.edit({ op: 'set', values: { [title]: fine, 'none.yml#a': 'x' } })).rejects.toThrow(RangeError)
  const state = await editor.state()
  expect(valueIn(state, title)?.value).toBe(fine)
  expect(state.revision).toBeGreaterThan(revision)
})

test('its words are those that were published while their file cannot be read', async () => {
  using place = new Place()
  const editor = place.open()
  const { texts } = await editor.state()
  place.change('texts/en/editor.yml', /^title: .*$/m, 'title: "')
  expect((await editor.state()).texts).toEqual(texts)
})

test('a file that is not saved as UTF-8 is told, and not written back without its accents', async () => {
  using place = new Place()
  const editor = place.open({ composer: building })
  await editor.state()
  writeFileSync(join(place.content, hero), Buffer.from(place.read(hero), 'latin1'))
  expect((await editor.state()).problems).toMatchObject([{ file: hero, code: 'encoding' }])
  await expect(editor.edit(set(title, fine))).rejects.toThrow('UTF-8')
  expect((await editor.state()).problems).toHaveLength(1)
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('refused')
})

test('a link to a part that its page does not have is told, and not published', async () => {
  using place = new Place()
  const editor = place.open({ composer: building })
  const now = 'texts/es/get_certified.yml#now.body'
  const text = valueIn(await editor.state(), now)?.value ?? ''
  const state = await editor.edit(set(now, text.replace('#chain', '#chaim')))
  expect(state.problems).toMatchObject([{ name: now, code: 'part_unknown' }])
  expect((await editor.publish('Ana', 'Enlace')).kind).toBe('refused')
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
  // Theirs: without the partner added here, and without the one that they removed.
  expect(state.files['organisation.yml']?.lists.partners).toBe((lists?.partners ?? 0) - 2)
})

test('a process that ends between writing and committing publishes the rest the next time', async () => {
  using place = new Place()
  await place.open().edit(set(title, fine))
  // As if the process had ended after writing the first file.
  cpSync(join(place.root, 'drafts/content', hero), join(place.content, hero))
  const editor = place.open()
  const state = await editor.state()
  expect(state.conflicts).toEqual([])
  expect(state.changes.map(({ name }) => name)).toEqual([title])
  expect((await editor.publish('Ana', 'Portada')).kind).toBe('published')
  expect(place.git('status', '--porcelain', 'content')).toBe('')
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
  const editor = place.open({ publishCommand: 'echo no network; exit 3' })
  await editor.edit(set(title, fine))
  const answer = await editor.publish('Ana', 'Portada')
  expect(answer).toMatchObject({
    kind: 'failed',
    message: 'no network',
    state: { changes: [], publishing: { failure: 'no network' } },
  })
})
