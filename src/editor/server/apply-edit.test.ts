import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { building, checking, hero, Place, set, title, valueIn } from '../../../tests/support/editor-place.ts'

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
  // A value counts as real only when it is real in every language.
  state = await editor.edit({ op: 'take back', change: `${city}.es` })
  expect(marks()).toBe(count - 1)
  for (const language of ['en', 'fr']) state = await editor.edit({ op: 'take back', change: `${city}.${language}` })
  state = await editor.edit({ op: 'real', name: `${city}.en` })
  expect(marks()).toBe(count - 2)
  state = await editor.edit({ op: 'take back', change: `${city}.es` })
  expect(state.changes.map(({ name }) => name)).toEqual([phone])
  // When the published value is typed again, its placeholder mark comes back too, and the file is as before.
  state = await editor.edit(set(phone, '+34 000 000 000'))
  expect([marks(), state.changes]).toEqual([count, []])
})

test('an article is added in every language, shown among the changes as one, and taken back', async () => {
  using place = new Place()
  const editor = place.open({ composer: building })
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

test('what is wrong is kept and told, and not published', async () => {
  using place = new Place()
  const editor = place.open({ composer: checking })
  const before = place.read(hero)
  const state = await editor.edit(set(title, ''))
  expect(state.problems.map(({ name }) => name)).toContain(title)
  expect((await editor.publish('Ana', 'Vacío')).kind).toBe('refused')
  expect(place.read(hero)).toBe(before)
})
