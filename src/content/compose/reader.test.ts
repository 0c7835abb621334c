import { expect, test } from 'vitest'
import { SmallContent, smallShape } from '../../../tests/support/small-content.ts'
import { readFiles } from '../read/content.ts'
import { group, running } from '../schema.ts'
import { textReader } from './reader.ts'

/** An article's texts as a page gets them, and what is wrong in them. */
function read(body: string, sources: Record<string, string>) {
  using small = new SmallContent()
  const content = readFiles(small.folder, smallShape)
  content.texts.en = { ...content.texts.en, welfare: { body, sources, sources_note: '' } }
  const { readCiting, problems } = textReader(content, 'en', 1)
  const shown = readCiting('welfare', group({ body: running() }))
  return { ...shown, problems: [...problems.values()] }
}

test('sources are numbered by first citation, and each call has an id of its own', () => {
  const { body, references } = read('One.[^m1955] Two.[^q6-38] Three.[^m1955]', { 'q6-38': 'Qur’an', m1955: 'Muslim' })
  const call = (id: string, source: string, number: number) => [
    'sup',
    null,
    ['a', { id, href: `#source-${source}`, 'aria-label': String(number) }, String(number)],
  ]
  const [one, two, again] = [
    call('call-m1955', 'm1955', 1),
    call('call-q6-38', 'q6-38', 2),
    call('call-m1955.2', 'm1955', 1),
  ]
  expect(body).toEqual([['p', null, 'One.', one, ' Two.', two, ' Three.', again]])
  expect(references.sources.map(({ id, number }) => [id, number])).toEqual([
    ['m1955', 1],
    ['q6-38', 2],
  ])
})

test('a source that nothing cites is found, and a citation of no source, at the text that has it', () => {
  const file = 'content/texts/en/welfare.yml'
  expect(read('One.[^m1955] Two.[^m1]', { 'q6-38': 'Qur’an', m1: 'Muslim' }).problems).toEqual([
    { file, key: 'body', code: 'source_unknown', values: { name: 'm1955' } },
    { file, key: 'sources.q6-38', code: 'source_unused', values: { name: 'q6-38' } },
  ])
})
