import { expect, test } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import type { PageKey } from '../../src/shared/pages.ts'
import { addresses, article, otherArticle } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageOf, registerTextsOf, shellOf, specimenPack } from '../support/built-site.ts'
import { engines, startOrSkip, type Visitor, visitorOf } from '../support/engines/visitor.ts'
import { languageNames, words } from '../support/words.ts'

// Seven journeys in Firefox and WebKit (docs/promises.md, accessibility and engines). The other files run these and all others in
// Chromium.

test.describe.configure({ mode: 'default', timeout: 600_000 })

/** Polls the page until the answer is the expected one. The document may change in between. */
const see = <Result>(visitor: Visitor, ask: () => Result) =>
  expect.poll(() => visitor.run(ask).catch((error: Error) => error.message), {
    message: String(ask),
    timeout: 60_000,
  })

const seePage = async (visitor: Visitor, page: PageKey, language: Language) => {
  await see(visitor, () => document.title).toBe(pageOf(page, language).head.title)
  await see(visitor, () => document.querySelector('h1')?.textContent).toBe(headingOf(pageOf(page, language)))
  expect(await visitor.run(() => decodeURI(location.pathname))).toBe(addresses[page][language])
}

const markDocument = (visitor: Visitor) => visitor.run(() => void Object.assign(window, { isMarked: true }))
const isMarked = () => 'isMarked' in window
const scrollTop = () => Math.round(scrollY)
const scrollDown = async (visitor: Visitor, top: number) => {
  await visitor.run((top) => scrollTo({ top, behavior: 'instant' }), top)
  // In the next frames the page records the scroll position.
  await visitor.run(
    () => void requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { seen: scrollY }))),
  )
  await see(visitor, () => (window as { seen?: number }).seen).toBe(top)
}

for (const [engine, launch] of Object.entries(engines))
  test.describe(engine, () => {
    let visitor: Visitor
    test.beforeAll(async ({ baseURL }) => {
      visitor = visitorOf(await startOrSkip(engine, launch), String(baseURL))
    })
    test.afterEach(() => expect(visitor.faults.splice(0), 'uncaught errors').toEqual([]))
    test.afterAll(() => visitor?.[Symbol.asyncDispose]())

    test('before hydration links load documents; after it they change the page in place', async () => {
      // Narrower, the navigation is in the menu.
      await visitor.resize(1280, 800)
      await visitor.read(addresses.home.fr)
      await visitor.clickOn('link', words.fr.navigation.certification)
      await seePage(visitor, 'certification', 'fr')

      await visitor.visit(addresses.certification.fr)
      await markDocument(visitor)
      await visitor.enter('link', words.fr.navigation.presentation)
      await seePage(visitor, 'presentation', 'fr')
      await see(visitor, () => document.activeElement?.localName).toBe('h1')
      await see(visitor, scrollTop).toBe(0)
      expect(await visitor.run(isMarked)).toBe(true)
    })

    test('the language changes in place, where the reader is', async () => {
      await visitor.visit(addresses[otherArticle].es)
      await markDocument(visitor)
      await scrollDown(visitor, 600)
      await visitor.enter('link', languageNames.fr)
      await seePage(visitor, otherArticle, 'fr')
      expect(await visitor.run(() => document.documentElement.lang)).toBe('fr')
      await see(visitor, scrollTop).toBe(600)
      expect(await visitor.run(isMarked)).toBe(true)
    })

    test('a form with errors is not sent; a valid one is', async () => {
      const { form } = contactTextsOf('fr')
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
        await visitor.type(value)
      }
      await visitor.clickOn('button', words.fr.send)
      await see(visitor, () => document.querySelector('main [role=status]')?.textContent).toBe(words.fr.formSuccess)
    })

    test('on a narrow screen the menu opens, Escape closes it, and a link in it brings its page', async () => {
      const { menu } = shellOf('en').texts.navbar
      const isOpen = () => document.querySelector('header [popover]')?.checkVisibility()
      await visitor.resize(390, 844)
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
      await visitor.resize(1280, 800)
    })

    test('the answer about cookies is stored, and an office’s address shows it on the map', async () => {
      const { offices, texts } = shellOf('es')
      const isBannerShown = () => document.querySelector('.cookie-banner')?.checkVisibility()
      await visitor.visit(addresses.home.es)
      await see(visitor, isBannerShown).toBe(true)
      await visitor.clickOn('button', words.es.refuse)
      await see(visitor, isBannerShown).toBe(false)
      await visitor.visit(addresses.contact.es)
      await see(visitor, isBannerShown).toBe(false)
      expect(await visitor.run(() => ({ ...localStorage }))).toEqual({ cookieConsent: 'false' })

      for (const { city, address } of offices.toReversed()) {
        await visitor.clickOn('link', `${address}. ${interpolate(texts.footer.map_show, { office: city })}`)
        await see(visitor, () => document.querySelector('iframe')?.title).toBe(
          interpolate(texts.footer.map_frame, { office: city }),
        )
      }
    })

    test('a certificate is found by its number and answers for packs; its state is hidden while the network is away', async () => {
      const { number, packed, batch } = specimenPack()
      const { search, pack: words, changes } = registerTextsOf('fr')
      const seeHeading = (heading: string) =>
        see(visitor, () => document.querySelector('h1')?.textContent).toBe(heading)
      const seeAnswer = (isCovered: string) =>
        see(visitor, () => document.querySelector('h1 + [data-covered]')?.getAttribute('data-covered')).toBe(isCovered)
      const isStateShown = () => document.querySelector('[data-state][aria-live]')?.checkVisibility()
      const setDay = (day: string) =>
        visitor.run((day) => Object.assign(document.querySelector('[name=packed]') as object, { value: day }), day)

      await visitor.visit(addresses.register.fr)
      await visitor.clickOn('field', search.label)
      await visitor.type(`lot ${batch}`)
      await visitor.press('Enter')
      await visitor.clickOn('link', number)
      await seeHeading(interpolate(registerTextsOf('fr').certificate, { number }))
      await setDay(packed)
      await visitor.clickOn('field', words.batch)
      await visitor.type(batch)
      await visitor.clickOn('button', words.submit)
      // A specimen covers no pack.
      await seeAnswer('unknown')
      // The page scrolls to its answer.
      await see(visitor, () => window.scrollY).toBe(0)
      // The form is folded below an answer.
      await visitor.run(() => document.querySelector<HTMLElement>('details:has([name=packed]) > summary')?.click())
      await setDay('1999-12-31')
      await visitor.clickOn('button', words.submit)
      await seeAnswer('false')

      // As if the page had been left open for five minutes.
      await visitor.run(() => {
        const { fetch } = window
        const now = Date.now()
        Object.assign(window, {
          fetch: () => Promise.reject(new TypeError()),
          back: () => Object.assign(window, { fetch }),
        })
        Date.now = () => now + 300_000
        dispatchEvent(new Event('online'))
      })
      await see(visitor, isStateShown).toBe(false)
      await visitor.run(() => {
        ;(window as unknown as { back(): void }).back()
        dispatchEvent(new Event('online'))
      })
      await see(visitor, isStateShown).toBe(true)

      await visitor.visit(addresses.register.fr)
      await visitor.clickOn('link', changes.title)
      await seeHeading(changes.title)
    })

    // Must be the last test: after Firefox restores a page from its cache, its driver no longer notices that pages load.
    test('Back returns to the earlier position, in place and from another document', async () => {
      await visitor.visit(addresses[article].en)
      await scrollDown(visitor, 700)
      await visitor.enter('link', words.en.navigation.presentation)
      await seePage(visitor, 'presentation', 'en')
      await visitor.run(() => history.back())
      await seePage(visitor, article, 'en')
      await see(visitor, scrollTop).toBe(700)

      await visitor.read(addresses.contact.en)
      // By a timer, because a document that is left at once could not answer the driver.
      await visitor.run(() => void setTimeout(() => history.back()))
      await seePage(visitor, article, 'en')
      await see(visitor, scrollTop).toBe(700)
    })
  })
