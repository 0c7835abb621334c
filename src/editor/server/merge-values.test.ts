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
import type { TextTree } from '../../content/text-tree.ts'

const organisation = 'organisation.yml'
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
  const list = `${organisation}#partners`
  const partners = second.value(list) as TextTree[]
  const role = `${list}[0].role`
  await editEach(other, [
    set(title, better, 'Otro'),
    set(link, 'Ver todo', 'Ver más'),
    set(role, 'slaughterhouse', 'trader'),
  ])
  expect(await other.publish(publication)).toMatchObject({ applied: true, conflicts: [{ name: title, value: 'Otro' }] })
  expect([title, sentence, link].map(second.value)).toEqual(['Uno', 'Nadie', 'Ver más'])
  expect([stateOf(other).waiting, second.git('status', '--porcelain', 'content')]).toEqual([0, ''])
  // A list that one has made shorter is one value.
  await one.edit(set(list, partners, partners.slice(1)))
  const { conflicts } = await one.publish(publication)
  expect(conflicts).toEqual([{ name: list, value: partners.slice(1) }])
  expect(first.value(role)).toBe('trader')
  const now = first.value(list) as TextTree[]
  await one.edit(set(list, now, now.slice(1)))
  await one.publish(publication)
  await other.edit(set(role, 'trader', 'slaughterhouse'))
  expect(await other.publish(publication)).toMatchObject({ conflicts: [{ name: list, value: partners }] })
  expect(second.value(list)).toEqual(now.slice(1))
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
