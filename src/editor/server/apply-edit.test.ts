import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fine, Place, set, valueIn } from '../../../tests/support/editor-place.ts'

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
