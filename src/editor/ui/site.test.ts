import { expect, test, vi } from 'vitest'
import { EditorFixture, set, stateOf } from '../../../tests/support/editor-fixture.ts'
import { type TextTree, valueAt } from '../../content/text-tree.ts'
import { withChange } from '../state-change.ts'

// The store is made for a browser.
vi.stubGlobal('window', { location: { hash: '' } })
vi.stubGlobal('addEventListener', () => {})
const { Site } = await import('./site.ts')

test('an item of a list is counted, and called by what it says', async () => {
  await using fixture = new EditorFixture()
  const editor = await fixture.open()
  const siteIn = (language: 'en' | 'fr') => {
    const state = withChange({ now: {}, published: {} } as never, stateOf(editor))
    return new Site({ state, language, location: { address: 'home' }, conflicts: '' })
  }
  const labelOf = (name: string, language: 'en' | 'fr' = 'en') => {
    const site = siteIn(language)
    const { fields } = site.words
    return site
      .label(name)
      .replace(fields.offices ?? '', 'O')
      .replace(fields.organisation_partners ?? '', 'P')
  }
  const [offices, partners] = ['organisation.yml#offices', 'organisation.yml#partners']
  const city = fixture.value(`${offices}[1].city`)
  expect(labelOf(`${offices}[1]`)).toBe(`O 2\u00a0· ${valueAt(city ?? '', ['en']) ?? city}`)
  expect(labelOf(`${partners}[0]`, 'fr')).toBe('P 1\u00a0· Pologne')
  const [polish = '', french = ''] = fixture.value(partners) as TextTree[]
  const empty = { country: '', role: '', name: '' }
  await editor.edit(set(partners, [polish, french], [polish, polish, french, empty]))
  const labels = [0, 1, 2, 3].map((index) => labelOf(`${partners}[${index}]`))
  expect(labels).toEqual(['P 1\u00a0· Poland', 'P 2\u00a0· Poland', 'P 3\u00a0· France', 'P 4'])
  // Of a long text, the beginning.
  expect(labelOf('launch.yml#confirmations[0]')).toMatch(/\u00a0· .{60}…$/)
})
