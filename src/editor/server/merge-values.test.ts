import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EditorFixture, editEach, hero, published, set, stateOf, title } from '../../../tests/support/editor-fixture.ts'
import { mergeFile } from './merge-values.ts'

const publication = { author: { name: 'Ana Pérez' }, summary: 'Portada' }

test('what two have published from two copies is brought together value by value, or both learn what is not online yet', async () => {
  await using first = new EditorFixture()
  const shared = join(first.root, 'shared.git')
  first.git('clone', '--quiet', '--bare', '.', shared)
  first.git('remote', 'add', 'origin', shared)
  first.git('fetch', '--quiet', 'origin')
  first.git('branch', '--quiet', '--set-upstream-to=origin/main')
  await using second = new EditorFixture({ from: shared })
  const [one, other] = [await first.open('git push'), await second.open('git push')]
  // Both change the same text, and others in the lines beside it.
  const [link, sentence] = [`${hero}#get_certified`, `${hero}#sentence`]
  await editEach(one, [set(title, published, 'Uno'), set(sentence, first.value(sentence), 'Nadie')])
  expect([(await one.publish(publication)).applied, stateOf(one).waiting]).toEqual([true, 0])
  await editEach(other, [set(title, published, 'Otro'), set(link, second.value(link), 'Ver más')])
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
