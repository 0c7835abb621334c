import { interpolate } from '../../../src/shared/interpolate.ts'
import { allLanguages, type Language } from '../../../src/shared/languages.ts'
import { addresses, allPages } from '../../support/addresses.ts'
import { contactTextsOf, entryScript, headingOf, pageOf, shellOf } from '../../support/built-site.ts'
import { engines, expect, test, type Visitor } from '../../support/engines/visitor.ts'
import { languageNames, words } from '../../support/words.ts'

// The most important journeys, in every engine. Each goes on in the browser of the one before. tests/journeys/ has all others.

test.describe.configure({ timeout: 600_000 })

const wide = [1280, 800] as const
const phone = [390, 844] as const

/** Asks the page again and again until the answer is the expected one. The document may change meanwhile. */
const see = <Answer>(visitor: Visitor, ask: () => Answer) =>
  expect.poll(() => visitor.run(ask).catch((error: Error) => error.message), {
    message: String(ask),
    timeout: 120_000,
  })

const seePage = async (visitor: Visitor, page: (typeof allPages)[number], language: Language) => {
  await see(visitor, () => document.title).toBe(pageOf(page, language).head.title)
  await see(visitor, () => document.querySelector('h1')?.textContent).toBe(headingOf(pageOf(page, language)))
  expect(await visitor.run(() => decodeURI(location.pathname))).toBe(addresses[page][language])
}

const markDocument = (visitor: Visitor) => visitor.run(() => void Object.assign(window, { isMarked: true }))
const isMarked = () => 'isMarked' in window
const scrollTop = () => Math.round(scrollY)
const focused = () => document.activeElement?.localName
const isBannerShown = () => document.querySelector('.cookie-banner')?.checkVisibility()

// Must be the first test, as nothing may be in the browser’s cache yet.
test('who leaves while the page is being hydrated leaves no fault behind', async ({ visitor }) => {
  const { asked, release } = visitor.front.hold(entryScript)
  await visitor.open(addresses.contact.en)
  // Waits for the fonts: leaving earlier makes Firefox itself write to the console that a font did not load.
  await see(visitor, () => document.documentElement.hasAttribute('data-own-fonts')).toBe(true)
  await visitor.press('Shift')
  await asked
  await visitor.open(addresses.home.en)
  await seePage(visitor, 'home', 'en')
  release()
})

// Languages take turns, in each engine another one: each page is opened in every language.
test('every page opens and is hydrated', async ({ visitor, engine }) => {
  for (const [index, page] of allPages.entries()) {
    const language = allLanguages[(index + engines.indexOf(engine)) % allLanguages.length] as Language
    await visitor.visit(addresses[page][language])
    await seePage(visitor, page, language)
    expect(await visitor.takeFaults(), addresses[page][language]).toEqual([])
  }
})

test('a link changes the page in place: its heading has the focus, and Back returns to where one was', async ({
  visitor,
}) => {
  await visitor.visit(addresses.bienestar_animal.fr)
  await markDocument(visitor)
  await visitor.scrollDown(700)
  await visitor.enter('link', words.fr.navigation.presentation)
  await seePage(visitor, 'presentation', 'fr')
  await see(visitor, focused).toBe('h1')
  await see(visitor, scrollTop).toBe(0)

  await visitor.run(() => history.back())
  await seePage(visitor, 'bienestar_animal', 'fr')
  await see(visitor, focused).toBe('h1')
  await see(visitor, scrollTop).toBe(700)
  expect(await visitor.run(isMarked)).toBe(true)
})

test('the language changes in place, where the reader is, and back', async ({ visitor }) => {
  await visitor.visit(addresses.certificacion_halal.es)
  await markDocument(visitor)
  await visitor.scrollDown(600)
  await visitor.enter('link', languageNames.fr)
  await seePage(visitor, 'certificacion_halal', 'fr')
  expect(await visitor.run(() => document.documentElement.lang)).toBe('fr')
  await see(visitor, scrollTop).toBe(600)

  await visitor.run(() => history.back())
  await seePage(visitor, 'certificacion_halal', 'es')
  await see(visitor, scrollTop).toBe(600)
  expect(await visitor.run(isMarked)).toBe(true)
})

test('on a narrow screen the menu opens, Escape closes it, and a link in it brings its page', async ({ visitor }) => {
  const { menu } = shellOf('en').texts.navbar
  const isOpen = () => document.querySelector('header [popover]')?.checkVisibility()
  await visitor.resize(...phone)
  await visitor.visit(addresses.home.en)
  await visitor.clickOn('button', menu)
  await see(visitor, isOpen).toBe(true)
  await visitor.press('Escape')
  await see(visitor, isOpen).toBe(false)

  await visitor.clickOn('button', menu)
  await see(visitor, isOpen).toBe(true)
  await visitor.clickOn('link', words.en.navigation.certification)
  await seePage(visitor, 'certification', 'en')
  await see(visitor, isOpen).toBe(false)
  await visitor.resize(...wide)
})

test('the answer about cookies is kept, and can be changed at the foot of the page', async ({ visitor }) => {
  await visitor.visit(addresses.home.es)
  await see(visitor, isBannerShown).toBe(true)
  await visitor.clickOn('button', words.es.refuse)
  await see(visitor, isBannerShown).toBe(false)
  await visitor.visit(addresses.contact.es)
  await see(visitor, isBannerShown).toBe(false)
  expect(await visitor.run(() => ({ ...localStorage }))).toEqual({ cookieConsent: 'false' })

  await visitor.clickOn('button', shellOf('es').texts.footer.cookies)
  await see(visitor, isBannerShown).toBe(true)
  await visitor.run(() => localStorage.clear())
})

test('an office’s address shows it on the map', async ({ visitor }) => {
  const { offices, texts } = shellOf('fr')
  await visitor.visit(addresses.certification.fr)
  for (const { city, address } of offices.toReversed()) {
    await visitor.clickOn('link', `${address}. ${interpolate(texts.footer.map_show, { office: city })}`)
    await see(visitor, () => document.querySelector('iframe')?.title).toBe(
      interpolate(texts.footer.map_frame, { office: city }),
    )
  }
})

test('a form is refused, fails, and is sent', async ({ visitor }) => {
  const { form } = contactTextsOf('fr')
  const said = (role: string) => visitor.run((role) => document.querySelector(`main [role=${role}]`)?.textContent, role)
  await visitor.visit(addresses.contact.fr)
  await visitor.clickOn('button', words.fr.send)
  await see(visitor, () => document.activeElement?.textContent).toBe(
    [form.summary_title, form.errors.name_empty, form.errors.email_empty, form.errors.message_empty].join(''),
  )

  for (const [name, value] of [
    [form.name, 'Marie'],
    [form.email, 'marie@example.org'],
    [form.message, 'Quels documents ?'],
  ] as const) {
    await visitor.clickOn('field', name)
    for (const letter of value) await visitor.press(letter)
  }
  const mend = visitor.front.answer('/api/contact', 503)
  await visitor.clickOn('button', words.fr.send)
  await expect.poll(() => said('alert')).toBe(words.fr.formFailure)
  // Chromium writes every answer with status 503 to the console.
  expect((await visitor.takeFaults()).filter((fault) => !fault.includes('503'))).toEqual([])

  mend()
  await visitor.clickOn('button', words.fr.send)
  await expect.poll(() => said('status')).toBe(words.fr.formSuccess)
  expect(await said('alert')).toBe('')
})

// Must be the last test: when Firefox brings a page back from memory, its driver cannot tell any more when pages have loaded.
test('Back from another document returns to where one was', async ({ visitor }) => {
  await visitor.visit(addresses.bienestar_animal.en)
  await visitor.scrollDown(700)
  await visitor.open(addresses.contact.en)
  // By a timer, because a document that is left at once could not answer the driver.
  await visitor.run(() => void setTimeout(() => history.back()))
  await seePage(visitor, 'bienestar_animal', 'en')
  await see(visitor, scrollTop).toBe(700)
})
