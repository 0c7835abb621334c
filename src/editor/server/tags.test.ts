import { expect, test } from 'vitest'
import { SmallContent, smallShape } from '../../../tests/support/small-content.ts'
import { readFiles } from '../../content/read/content.ts'
import { nameTexts, tagTexts } from './tags.ts'

test('each text and fact on a page is found by its tag, and no tag is left', () => {
  using small = new SmallContent()
  const { content, tagged } = tagTexts(readFiles(small.folder, smallShape), 'en')
  const { title = '' } = content.texts.en.hero as Record<string, string>
  const { lead = '', body = '' } = content.texts.en.welfare as Record<string, string>
  const html = `<h1>${title} <b>${lead}</b></h1><img alt="${content.organisation.name}"><p>${body}</p>`
  const named = nameTexts(html, tagged)
  expect(named).toContain('<h1 data-text="texts/en/hero.yml#title">')
  expect(named).toContain('<b data-text="texts/en/welfare.yml#lead">')
  expect(named).toContain('data-text="organisation.yml#name"')
  expect(named).toContain('texts/en/welfare.yml#body:1"')
  expect(named).not.toMatch(/\p{Co}|\uFFFC/u)
})
