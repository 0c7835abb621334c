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
import { mergeFile } from './merge-values.ts'

const publication = { author: { name: 'Ana Pérez' }, summary: 'Portada' }

test('what two have published from two copies is brought together value by value, or both learn what is not online yet', async () => {
  await using first = new EditorFixture({ isWhole: false })
  const shared = join(first.root, 'shared.git')
  first.git('clone', '--quiet', '--bare', '.', shared)
  first.git('remote', 'add', 'origin', shared)
  first.git('fetch', '--quiet', 'origin')
  first.git('branch', '--quiet', '--set-upstream-to=origin/main')
  await using second = new EditorFixture({ from: shared })
  const [one, other] = [await first.open('git push'), await second.open('git push')]
  const link = `${hero}#get_certified`
  await one.edit(set(title, published, better))
  expect([(await one.publish(publication)).applied, stateOf(one).waiting]).toEqual([true, 0])
  await other.edit(set(link, second.value(link), 'Ver todo'))
  expect((await other.publish(publication)).applied).toBe(true)
  expect([stateOf(other).waiting, second.value(title), second.value(link)]).toEqual([0, better, 'Ver todo'])
  expect(second.git('status', '--porcelain', 'content')).toBe('')
  // The first copy has not seen the second's change: both change the same text, and others in the lines beside it.
  const sentence = `${hero}#sentence`
  await editEach(one, [set(title, better, 'Uno'), set(sentence, first.value(sentence), 'Nadie')])
  await one.publish(publication)
  const role = 'organisation.yml#partners[0].role'
  await editEach(other, [
    set(title, better, 'Otro'),
    set(link, 'Ver todo', 'Ver más'),
    set(role, 'slaughterhouse', 'trader'),
  ])
  expect(await other.publish(publication)).toMatchObject({ applied: true, conflicts: [{ name: title, value: 'Otro' }] })
  expect([title, sentence, link].map(second.value)).toEqual(['Uno', 'Nadie', 'Ver más'])
  expect([stateOf(other).waiting, second.git('status', '--porcelain', 'content')]).toEqual([0, ''])
  // Of a drawing, there are no values.
  for (const [copy, editor] of [
    [first, one],
    [second, other],
  ] as const) {
    copy.change('pictures/rest.svg', /<svg/, `<!-- ${copy.root} --><svg`)
    await editor.publish(publication)
  }
  expect(await other.publish(publication)).toMatchObject({ applied: false, failure: { code: 'diverged' } })
  expect(stateOf(other).waiting).toBe(1)
  // Also after a restart.
  expect(stateOf(await second.open('git push'))).toMatchObject({ waiting: 1, problems: [] })
  expect(first.git('show', `origin/main:content/${hero}`)).toMatch(/^title: Uno$[\s\S]*^get_certified: Ver más$/m)
})

test('a list that one of two has made shorter is one value, and stands as the other has published it', () => {
  const file = (...roles: string[]) => `partners:\n${roles.map((role) => `  - { role: ${role} }\n`).join('')}`
  const [before, shorter, changed] = [file('slaughterhouse', 'trader'), file('trader'), file('shop', 'trader')]
  const conflict = (...roles: string[]) => [
    { name: 'organisation.yml#partners', value: roles.map((role) => ({ role })) },
  ]
  expect(mergeFile('organisation.yml', before, shorter, changed)).toEqual({
    text: changed,
    conflicts: conflict('trader'),
  })
  expect(mergeFile('organisation.yml', before, changed, shorter)).toEqual({
    text: shorter,
    conflicts: conflict('shop', 'trader'),
  })
})
