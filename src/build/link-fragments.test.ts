import { expect, test } from 'vitest'
import { composeLanguages } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { allLanguages } from '../shared/languages.ts'
import { checkLinkFragments } from './link-fragments.ts'

const findDrawing = () => ({ address: '', width: 0, height: 0 })

test('a link to a part that its page does not have is found', () => {
  const content = readContent()
  const { sites } = composeLanguages(content, findDrawing, { origin: 'http://127.0.0.1', retentionDays: 365 })
  const nothing = Object.fromEntries(allLanguages.map((language) => [language, {}])) as typeof content.written
  const body = 'See [a](page:get_certified#cost), [b](page:get_certified#xcost) and [c](page:no_such_page#cost).'
  const written = { ...nothing, en: { questions: { body } } }
  const renderPage = () => '<main id="main"><section id="cost"></section></main>'
  expect(checkLinkFragments({ ...content, written }, sites, renderPage)).toMatchObject([
    {
      file: 'content/texts/en/questions.yml',
      code: 'part_unknown',
      values: { name: 'xcost' },
    },
  ])
})
