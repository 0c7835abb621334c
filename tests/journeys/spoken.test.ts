import { expect, test } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageOf, registerTextsOf, shellOf, specimenPack } from '../support/built-site.ts'
import { type Listener, listenerOf } from '../support/engines/listener.ts'
import { type ScreenReader, startScreenReader } from '../support/engines/screen-reader.ts'
import { startOrSkip } from '../support/engines/visitor.ts'
import { findScreenReader } from '../support/programs.ts'
import { languageNames, words } from '../support/words.ts'

// A real screen reader must read all of the site's words in their order. Words that it adds, such as "link" or "heading
// level 2", are not tested, except "clickable": it must not call anything so, because links, buttons and fields have roles.

test.describe.configure({ mode: 'default', timeout: 600_000 })
let reader: ScreenReader
let listener: Listener
test.beforeAll(async ({ baseURL }) => {
  reader = await startOrSkip('The screen reader', () => startScreenReader(findScreenReader()))
  listener = listenerOf(reader, String(baseURL))
})
test.afterAll(() => reader?.[Symbol.asyncDispose]())

// Languages take turns.
test('the home page is heard by its headings', async () => {
  await listener.open('home', 'es')
  const headings = await listener.run(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => heading.textContent ?? ''),
  )
  expect(headings.length).toBeGreaterThan(8)
  expect(headings).toContain(words.es.mapHeading)
  for (const heading of headings) await listener.hear([heading], () => listener.press('h'))
})

test('the errors of an invalid form are heard, and each again at its field', async () => {
  const { form } = contactTextsOf('fr')
  const { name_empty, email_empty, message_empty } = form.errors
  await listener.open('contact', 'fr')
  await listener.goTo('main button', words.fr.send)
  const heard = await listener.hear([form.summary_title, name_empty, email_empty, message_empty], () =>
    listener.press('Return'),
  )
  expect(heard).not.toContain('clickable')
  await listener.hear([form.name, name_empty], () => listener.run(() => document.getElementById('name')?.focus()))
})

test('another page is heard by its heading, another language by its name', async () => {
  await listener.open('home', 'en')
  await listener.goTo(`header nav a[href="${addresses.contact.en}"]`, words.en.navigation.contact)
  const heard = await listener.hear([headingOf(pageOf('contact', 'en'))], () => listener.press('Return'))
  expect(heard).not.toContain('clickable')

  await listener.goTo('a[hreflang=fr]', languageNames.fr)
  await listener.hear([shellOf('fr').texts.language.changed], () => listener.press('Return'))
})

test('the answer about a pack is heard as a sentence', async () => {
  const { number, packed, batch } = specimenPack()
  const { search, certificate, pack: words } = registerTextsOf('es')
  const fill = (name: string, value: string) => {
    const set = ([name, value]: string[]) =>
      Object.assign(document.querySelector(`main [name=${name}]`) as object, { value })
    return listener.run(set, [name, value])
  }
  await listener.open('check_label', 'es')
  await listener.goTo('main [name=q]', search.label)
  await fill('q', number)
  await listener.hear([interpolate(certificate, { number })], () => listener.press('Return'))
  await listener.goTo('main [name=batch]', words.batch)
  await fill('packed', packed)
  await fill('batch', batch)
  const [before = '', between = ''] = words.answers.covered.split(/\{\{\w+\}\}/)
  await listener.hear([before.trim(), between.trim(), batch], () => listener.press('Return'))
})
