import { expect, test } from 'vitest'
import { EditorFixture } from '../../../tests/support/editor-fixture.ts'
import { readFiles } from '../../content/read/content.ts'
import { textShape } from '../../generator/site-texts.ts'
import { nameTexts, tagTexts } from './tags.ts'

test('each text and fact on a page is found by its tag, and no tag is left', async () => {
  await using fixture = new EditorFixture()
  const { content, tagged } = tagTexts(readFiles(fixture.content, textShape), 'en')
  const { title = '', text = '' } = content.texts.en.hero as Record<string, string>
  const { body = '' } = content.texts.en.privacy as Record<string, string>
  const { answer = '' } = content.texts.en.check_label as Record<string, string>
  const html = `<h1>${title} <b>${text}</b></h1><i>${answer}</i><img alt="${content.organisation.name}"><p>${body}</p>`
  const named = nameTexts(html, tagged)
  expect(named).toContain('<h1 data-text="texts/en/hero.yml#title">')
  expect(named).toContain('<b data-text="texts/en/hero.yml#text">')
  expect(named).toContain('data-text="organisation.yml#name"')
  expect(named).toContain('data-text="texts/en/check_label.yml#answer"')
  expect(named).toContain('texts/en/privacy.yml#body:1 ')
  expect(named).not.toMatch(/\p{Co}|\uFFFC/u)
})
