import type { Page, Route } from '@playwright/test'
import fc from 'fast-check'
import { checkMessage, type MessageText, messageFields } from '../../src/shared/contact/message-rules.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import type { Content as ContactContent } from '../../src/site/pages/contact/content.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, pageFile, pageOf, shellOf } from '../support/built-site.ts'
import {
  burger,
  expectPage,
  expectPageInPlace,
  heading,
  languageLink,
  mainArea,
  navigationLink,
} from '../support/find.ts'
import { failRequests } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, hydrate, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const filled: MessageText = {
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ?\nMerci d’avance.',
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => decideEarlier(page, 'false'))

const fieldOf = (page: Page, language: Language, field: keyof MessageText) =>
  page.getByLabel(contactTextsOf(language).form[field], { exact: true })

async function fill(page: Page, language: Language, message: Partial<MessageText>): Promise<void> {
  for (const field of messageFields) await fieldOf(page, language, field).fill(message[field] ?? '')
}

const sendButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: words[language].send, exact: true })

/** As from a phone's keyboard, which sends from any field except the message, when the end of the form is out of view. */
async function sendByEnter(page: Page, language: Language): Promise<void> {
  const email = fieldOf(page, language, 'email')
  await email.focus()
  await email.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await page.keyboard.press('Enter')
}

async function expectTyped(page: Page, language: Language, message: Partial<MessageText>): Promise<void> {
  for (const field of messageFields) await expect(fieldOf(page, language, field)).toHaveValue(message[field] ?? '')
}

/** Matches words as a screen reader reads them: browsers collapse white space. */
const saying = (words: string) => new RegExp(words.split(/\s+/).map(RegExp.escape).join('\\s+'))

const success = (page: Page) => mainArea(page).getByRole('status')
const failure = (page: Page) => mainArea(page).getByRole('alert')
const summary = (page: Page, language: Language) =>
  page.getByRole('region', { name: contactTextsOf(language).form.summary_title, exact: true })

/** @returns the submissions that the page sends from now on, each answered by what `answer` does with its request */
async function listen(page: Page, answer: (route: Route, count: number) => unknown) {
  const sent: Record<string, string>[] = []
  await page.route('**/api/contact', (route) => answer(route, sent.push(route.request().postDataJSON())))
  return sent
}

test('errors are shown at their fields, and in a summary that has the focus, until they are corrected; nothing typed is lost', async ({
  page,
}) => {
  const { form } = contactTextsOf('fr')
  const sent = await listen(page, (route) => route.continue())
  await visit(page, addresses.contact.fr)
  await expect(page.getByRole('textbox'), 'the trap field is hidden').toHaveCount(3)
  await expect(fieldOf(page, 'fr', 'message')).toHaveAccessibleDescription(form.message_hint)
  for (const field of messageFields) await expect(fieldOf(page, 'fr', field)).toHaveAttribute('aria-required', 'true')
  // They must exist before they have text: a screen reader may miss a live region that is added with its text.
  for (const live of [success(page), failure(page)]) await expect(live).toHaveText('')
  await sendButton(page, 'fr').click()

  const links = summary(page, 'fr').getByRole('link')
  await expect(summary(page, 'fr')).toBeFocused()
  await expect(links).toHaveText(messageFields.map((field) => form.errors[`${field}_empty`]))
  await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', 'fr').head.title}`)
  for (const [index, field] of messageFields.entries()) {
    await expect(fieldOf(page, 'fr', field)).toHaveAttribute('aria-invalid', 'true')
    await expect(fieldOf(page, 'fr', field)).toHaveAccessibleDescription(saying(form.errors[`${field}_empty`]))
    await links.nth(index).click()
    await expect(fieldOf(page, 'fr', field)).toBeFocused()
    await expect(page.locator(`label[for="${field}"]`), 'not above the window').toBeInViewport({ ratio: 1 })
  }
  expect(await findViolations(page, 'errors', 'main')).toEqual([])

  await languageLink(page, 'fr', 'es').click()
  const inSpanish = contactTextsOf('es').form
  const messages = messageFields.map((field) => inSpanish.errors[`${field}_empty`])
  await expect(summary(page, 'es').getByRole('link')).toHaveText(messages)
  await expect(page).toHaveTitle(`${inSpanish.error_prefix} ${pageOf('contact', 'es').head.title}`)
  await languageLink(page, 'es', 'fr').click()
  await expect(summary(page, 'fr')).toBeVisible()

  const typed = { ...filled, email: 'marie@example,org', message: 'ñ'.repeat(5_001) }
  const tooLong = interpolate(form.errors.message_long, { length: 5001, limit: 5000 })
  await fill(page, 'fr', typed)
  await sendButton(page, 'fr').click()
  await expect(links).toHaveText([form.errors.email_format, tooLong])
  await expect(fieldOf(page, 'fr', 'email')).toHaveAttribute('aria-invalid', 'true')
  await expect(fieldOf(page, 'fr', 'name')).not.toHaveAttribute('aria-invalid')
  await expect(fieldOf(page, 'fr', 'message')).toHaveAccessibleDescription(saying(tooLong))
  await expectTyped(page, 'fr', typed)
  expect(sent).toEqual([])

  await fill(page, 'fr', filled)
  await sendButton(page, 'fr').click()
  await expect(success(page)).toHaveText(words.fr.formSuccess)
  await expect(summary(page, 'fr')).toHaveCount(0)
  await expect(page).toHaveTitle(pageOf('contact', 'fr').head.title)
})

test('a message that the server stores ends in success and an empty form; a second click meanwhile sends nothing, what is written meanwhile stays, and the same words again are a new message', async ({
  page,
}) => {
  const { form } = contactTextsOf('fr')
  const second = Promise.withResolvers<void>()
  const sent = await listen(page, async (route, count) => {
    if (count > 1) await second.promise
    await route.continue()
  })
  const expectSuccess = async () => {
    await expect(success(page)).toHaveText(words.fr.formSuccess)
    await expect(success(page)).toBeInViewport({ ratio: 1 })
    await expect(success(page).locator('..'), 'what takes the place of the form').toBeFocused()
    await expect(sendButton(page, 'fr')).toHaveCount(0)
    await expect(failure(page)).toHaveText('')
  }
  const writeAgain = async () => {
    await mainArea(page).getByRole('link', { name: form.again, exact: true }).click()
    await expect(fieldOf(page, 'fr', 'name')).toBeFocused()
  }
  await visit(page, addresses.contact.fr)
  await fill(page, 'fr', { ...filled, name: `  ${filled.name} ` })
  await sendByEnter(page, 'fr')
  await expectSuccess()
  expect(await findViolations(page, 'success', 'main')).toEqual([])
  await writeAgain()
  await expectTyped(page, 'fr', {})

  await fill(page, 'fr', filled)
  await sendButton(page, 'fr').dblclick()
  await expect(page.getByRole('button', { name: form.sending, exact: true })).toHaveAttribute('aria-disabled', 'true')
  expect(await findViolations(page, 'sending', 'main')).toEqual([])
  await fieldOf(page, 'fr', 'name').press('Enter')
  await fieldOf(page, 'fr', 'message').fill('Et une autre question')
  second.resolve()
  await expectSuccess()
  await writeAgain()
  await expect(sendButton(page, 'fr')).toHaveAttribute('aria-disabled', 'false')
  await expectTyped(page, 'fr', { ...filled, message: 'Et une autre question' })
  const submission = { ...filled, id: expect.stringMatching(uuid), language: 'fr', website: '' }
  expect(sent).toEqual([submission, submission])
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
})

// What counts as a failure: src/site/pages/contact/send-message.test.ts.
test('if the server cannot be reached or has had too many requests, the form reports it and keeps the text for the next attempt', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource/)
  const { form } = contactTextsOf('en')
  const sent = await listen(page, (route, count) => {
    if (count === 1) return route.abort()
    const tooMany = { status: 429, headers: { 'retry-after': '150' }, json: {} }
    return route.fulfill(count === 2 ? tooMany : { status: 200, json: {} })
  })
  const expectFailure = async (help: string) => {
    await expect(mainArea(page).getByText(help, { exact: true })).toBeVisible()
    await expect(failure(page)).toHaveText(words.en.formFailure)
    await expect(failure(page)).toBeInViewport({ ratio: 1 })
    await expect(success(page)).toHaveText('')
  }
  await visit(page, addresses.contact.en)
  await fill(page, 'en', filled)
  await sendByEnter(page, 'en')
  await expectFailure(form.failure_help)
  expect(await findViolations(page, 'failure', 'main')).toEqual([])
  await sendByEnter(page, 'en')
  await expectFailure(interpolate(form.errors.too_many, { minutes: 3 }))

  // A visitor who reads the privacy notice in between finds the text again.
  await mainArea(page).locator(`a[href="${addresses.privacy.en}"]`).click()
  await expectPageInPlace(page, 'privacy', 'en')
  await page.goBack()
  await expectTyped(page, 'en', filled)
  await sendButton(page, 'en').click()
  await expect(success(page)).toHaveText(words.en.formSuccess)
  await expect(failure(page)).toHaveText('')
  expect(
    sent.map(({ id }) => id),
    'the same submission',
  ).toEqual(Array(3).fill(sent[0]?.id))
})

test('an e-mail address is valid exactly if the browser accepts it, by the HTML standard', async ({ page }) => {
  const textOf = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength })
  const label = fc.oneof(textOf('aZ9-_. @"[]', 4), fc.constantFrom('example', 'a'.repeat(63), 'a'.repeat(64)))
  const anAddress = fc
    .tuple(textOf("aZ9.!#$%&'*+/=?^_`{|}~-@ (),:;<>[]", 3), fc.array(label, { minLength: 1, maxLength: 3 }))
    .map(([local, labels]) => `${local}@${labels.join('.')}`)
  const typed = fc.sample(anAddress, { numRuns: 5_000, seed: 1 })
  const valid = await page.evaluate((typed) => {
    const field = Object.assign(document.createElement('input'), { type: 'email' })
    return typed.filter((value) => Object.assign(field, { value }).validity.valid)
  }, typed)
  expect(valid.length).toBeGreaterThan(300)
  expect(typed.filter((email) => checkMessage({ ...filled, email }).kind === 'accepted')).toEqual(valid)
})

test('what is asked about a label becomes the message; it stays from before hydration on, in another language, even one that cannot be loaded at first, and while another page is read; one answer is enough', async ({
  page,
  allowed,
}) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const askedIn = (language: Language) => pageOf('ask_label', language).content as ContactContent
  const answerTo = (language: Language, index: number) =>
    page.getByLabel(askedIn(language).questions[index]?.replace(/\s*:$/, '') ?? '', { exact: true })
  const { questions, form } = askedIn('en')
  expect(questions).toHaveLength(5)
  const sent = await listen(page, (route) => route.continue())
  await page.goto(addresses.ask_label.fr)
  await answerTo('fr', 1).fill(' 00-0001-X ')
  await hydrate(page)
  await expect(answerTo('fr', 1)).toHaveValue(' 00-0001-X ')

  const restore = await failRequests(page, pageFile('ask_label', 'en'), 'cut')
  await languageLink(page, 'fr', 'en').click()
  const { load } = shellOf('fr').texts.errors
  await expect(heading(page, load.title)).toBeFocused()
  await restore()
  await page.getByRole('button', { name: load.retry, exact: true }).press('Enter')
  await expectPageInPlace(page, 'ask_label', 'en')
  await expect(answerTo('en', 1)).toHaveValue(' 00-0001-X ')

  await answerTo('en', 1).fill('')
  await fieldOf(page, 'en', 'name').fill(filled.name)
  await fieldOf(page, 'en', 'email').fill(filled.email)
  await sendButton(page, 'en').click()
  const link = summary(page, 'en').getByRole('link', { name: form.errors.message_empty, exact: true })
  await expect(link).toHaveAttribute('href', `#${await answerTo('en', 0).getAttribute('id')}`)

  await answerTo('en', 1).fill(' 00-0001-X ')
  await burger(page, 'en').click()
  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  await expectTyped(page, 'en', { ...filled, message: '' })
  await page.goBack()
  await expectPage(page, 'ask_label', 'en')
  await answerTo('en', 4).fill('Butcher, Palma\n2 March')
  await sendButton(page, 'en').click()
  await expect(success(page)).toHaveText(words.en.formSuccess)
  expect(sent).toMatchObject([{ message: `${questions[1]} 00-0001-X\n${questions[4]} Butcher, Palma\n2 March` }])
})
