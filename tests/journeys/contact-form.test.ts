import type { Page, Route } from '@playwright/test'
import fc from 'fast-check'
import { checkMessage, type MessageText, messageFields } from '../../src/shared/contact/message-rules.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const filled: MessageText = {
  name: 'Marie Durand',
  email: 'marie@example.org',
  message: 'Quels documents faut-il fournir ?\nMerci d’avance.',
}

const phone = { width: 390, height: 844 }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const fieldOf = (page: Page, language: Language, field: keyof MessageText) =>
  page.getByLabel(contactTextsOf(language).form[field], { exact: true })

async function fill(page: Page, language: Language, message: Partial<MessageText>): Promise<void> {
  for (const field of messageFields) await fieldOf(page, language, field).fill(message[field] ?? '')
}

const sendButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: words[language].send, exact: true })

/** As from a phone's own keyboard, which sends from any field but the message: with what comes below the field out of sight. */
async function sendByEnter(page: Page, language: Language): Promise<void> {
  const email = fieldOf(page, language, 'email')
  await email.focus()
  await email.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await page.keyboard.press('Enter')
}

async function expectTyped(page: Page, language: Language, message: Partial<MessageText>): Promise<void> {
  for (const field of messageFields) await expect(fieldOf(page, language, field)).toHaveValue(message[field] ?? '')
}

/** Matches words as a screen reader says them: a browser makes one space of any white space. */
const saying = (words: string) => new RegExp(words.split(/\s+/).map(RegExp.escape).join('\\s+'))

const success = (page: Page) => mainArea(page).getByRole('status')
const failure = (page: Page) => mainArea(page).getByRole('alert')

type Answer = Parameters<Route['fulfill']>[0]

/**
 * Plays the server's side of docs/promises.md, messages: its answers in turn, then the last one again. No answer is a
 * connection that breaks.
 * @returns the submissions that reached it
 */
async function playServer(page: Page, ...answers: Answer[]): Promise<Record<string, string>[]> {
  const received: Record<string, string>[] = []
  await page.route('**/api/contact', (route) => {
    received.push(route.request().postDataJSON())
    const answer = answers[Math.min(received.length, answers.length) - 1]
    return answer ? route.fulfill(answer) : route.abort()
  })
  return received
}

test('an empty form is told field by field, with a summary that has the focus; leaving it leaves the errors behind', async ({
  page,
}) => {
  const { form } = contactTextsOf('fr')
  const received = await playServer(page, { status: 201, json: {} })
  await page.setViewportSize(phone)
  await visit(page, addresses.contact.fr)
  await expect(fieldOf(page, 'fr', 'message')).toHaveAccessibleDescription(form.message_hint)
  for (const field of messageFields) await expect(fieldOf(page, 'fr', field)).toHaveAttribute('aria-required', 'true')
  // They must exist, empty, before they say something: a screen reader may miss a live region that comes with its words.
  for (const live of [success(page), failure(page)]) await expect(live).toHaveText('')
  await sendButton(page, 'fr').click()

  const summary = page.getByRole('region', { name: form.summary_title, exact: true })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    form.errors.name_empty,
    form.errors.email_empty,
    form.errors.message_empty,
  ])
  await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', 'fr').head.title}`)
  for (const field of messageFields) {
    await expect(fieldOf(page, 'fr', field)).toHaveAttribute('aria-invalid', 'true')
    await expect(fieldOf(page, 'fr', field)).toHaveAccessibleDescription(saying(form.errors[`${field}_empty`]))
    await summary.getByRole('link', { name: form.errors[`${field}_empty`], exact: true }).click()
    await expect(fieldOf(page, 'fr', field)).toBeFocused()
    await expect(page.locator(`label[for="${field}"]`), 'not above the window').toBeInViewport({ ratio: 1 })
  }
  expect(received).toEqual([])

  await page.getByRole('button', { name: shellOf('fr').texts.navbar.menu, exact: true }).click()
  await navigationLink(page, 'fr', words.fr.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'fr')))).toBeFocused()
  await expect(summary).toBeVisible()
  await expect(page).toHaveTitle(`${form.error_prefix} ${pageOf('contact', 'fr').head.title}`)
  await page.getByRole('button', { name: shellOf('fr').texts.navbar.menu, exact: true }).click()
  await navigationLink(page, 'fr', words.fr.navigation.presentation).click()
  await expect(heading(page, headingOf(pageOf('presentation', 'fr')))).toBeFocused()
  await expect(page).toHaveTitle(pageOf('presentation', 'fr').head.title)
})

test('only the field at fault is marked, and nothing typed is lost', async ({ page }) => {
  const { form } = contactTextsOf('es')
  const received = await playServer(page, { status: 201, json: {} })
  const typed = { ...filled, email: 'marie@example,org', message: 'ñ'.repeat(5_001) }
  await visit(page, addresses.contact.es)
  await fill(page, 'es', typed)
  await sendButton(page, 'es').click()

  const tooLong = interpolate(form.errors.message_long, { length: 5001, limit: 5000 })
  // Languages differ in which number comes first.
  expect(tooLong.match(/\d+/g)?.sort()).toEqual(['5000', '5001'])
  const summary = page.getByRole('region', { name: form.summary_title, exact: true })
  await expect(summary.getByRole('link')).toHaveText([form.errors.email_format, tooLong])
  await expect(fieldOf(page, 'es', 'email')).toHaveAttribute('aria-invalid', 'true')
  await expect(fieldOf(page, 'es', 'name')).not.toHaveAttribute('aria-invalid')
  await expect(fieldOf(page, 'es', 'message')).toHaveAccessibleDescription(saying(tooLong))
  await expectTyped(page, 'es', typed)
  expect(received).toEqual([])

  await fill(page, 'es', filled)
  await sendButton(page, 'es').click()
  await expect(success(page)).toHaveText(words.es.formSuccess)
  await expect(summary).toHaveCount(0)
  await expect(page).toHaveTitle(pageOf('contact', 'es').head.title)
})

test('a message that the server keeps ends in success and an empty form; the same words again are a new message', async ({
  page,
}) => {
  const received = await playServer(page, { status: 201, json: {} }, { status: 200, json: {} })
  await page.setViewportSize(phone)
  await visit(page, addresses.contact.en)
  for (const count of [1, 2]) {
    await fill(page, 'en', { ...filled, name: `  ${filled.name} ` })
    await sendByEnter(page, 'en')
    await expect.poll(() => received.length).toBe(count)
    await expect(success(page)).toHaveText(words.en.formSuccess)
    await expect(success(page)).toBeInViewport({ ratio: 1 })
    await expect(failure(page)).toHaveText('')
    await expectTyped(page, 'en', {})
    expect(received.at(-1)).toEqual({ ...filled, id: expect.stringMatching(uuid), language: 'en', website: '' })
  }
  expect(received[1]?.id).not.toBe(received[0]?.id)
})

const failures: [what: string, answer: Answer, language: Language][] = [
  ['cannot take it now (503)', { status: 503, json: {} }, 'es'],
  ['has had too many (429)', { status: 429, headers: { 'retry-after': '150' }, json: {} }, 'en'],
  ['is out of reach', undefined, 'fr'],
]
for (const [what, answer, language] of failures)
  test(`when the server ${what}, the form says so and keeps the text for the next attempt`, async ({
    page,
    allowed,
  }) => {
    allowed.console(/^Failed to load resource/)
    const { form } = contactTextsOf(language)
    const received = await playServer(page, answer, { status: 201, json: {} })
    await page.setViewportSize(phone)
    await visit(page, addresses.contact[language])
    await fill(page, language, filled)
    await sendByEnter(page, language)

    await expect(failure(page)).toHaveText(words[language].formFailure)
    await expect(failure(page)).toBeInViewport({ ratio: 1 })
    await expect(success(page)).toHaveText('')
    await expectTyped(page, language, filled)
    const help = what.includes('429') ? interpolate(form.errors.too_many, { minutes: 3 }) : form.failure_help
    await expect(mainArea(page).getByText(help, { exact: true })).toBeVisible()

    await sendButton(page, language).click()
    await expect(success(page)).toHaveText(words[language].formSuccess)
    await expect(failure(page)).toHaveText('')
    expect(received).toHaveLength(2)
    expect(received[1]?.id, 'the same submission').toBe(received[0]?.id)
  })

test('what the server refuses is told at its field', async ({ page, allowed }) => {
  allowed.console(/^Failed to load resource/)
  const { form } = contactTextsOf('en')
  await playServer(page, { status: 422, json: { errors: { email: 'format' } } })
  await visit(page, addresses.contact.en)
  await fill(page, 'en', filled)
  await sendButton(page, 'en').click()

  await expect(page.getByRole('region', { name: form.summary_title, exact: true })).toBeFocused()
  await expect(fieldOf(page, 'en', 'email')).toHaveAttribute('aria-invalid', 'true')
  await expect(fieldOf(page, 'en', 'email')).toHaveAccessibleDescription(saying(form.errors.email_format))
  await expectTyped(page, 'en', filled)
})

test('while a message is on its way the button says so, a second click sends nothing, and what is written is kept', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  await page.route('**/api/contact', async (route) => {
    count++
    await promise
    await route.fulfill({ status: 201, json: {} })
  })
  await visit(page, addresses.contact.fr)
  await fill(page, 'fr', filled)
  await sendButton(page, 'fr').dblclick()

  const button = page.getByRole('button', { name: contactTextsOf('fr').form.sending, exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await fieldOf(page, 'fr', 'name').press('Enter')
  await fieldOf(page, 'fr', 'message').fill('Et une autre question')
  resolve()
  await expect(success(page)).toHaveText(words.fr.formSuccess)
  await expect(sendButton(page, 'fr')).toHaveAttribute('aria-disabled', 'false')
  expect(count).toBe(1)
  await expectTyped(page, 'fr', { ...filled, message: 'Et une autre question' })
})

test('who reads the privacy notice in between finds the text again, and what failed before is the same submission', async ({
  page,
  allowed,
}) => {
  allowed.console(/Failed to load resource/)
  const received = await playServer(page, undefined, { status: 201, json: {} })
  await visit(page, addresses.contact.en)
  await fill(page, 'en', filled)
  await sendButton(page, 'en').click()
  await expect(failure(page)).toHaveText(words.en.formFailure)

  await mainArea(page).locator(`a[href="${addresses.privacy.en}"]`).click()
  await expect(heading(page, headingOf(pageOf('privacy', 'en')))).toBeVisible()
  await page.goBack()
  await expectTyped(page, 'en', filled)
  await sendButton(page, 'en').click()
  await expect(success(page)).toHaveText(words.en.formSuccess)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)

  await navigationLink(page, 'en', words.en.navigation.home).click()
  await page.goBack()
  await expectTyped(page, 'en', {})
})

for (const outcome of ['failed', 'kept'] as const)
  test(`who leaves in place while a message is on its way is told on coming back what became of it: ${outcome}`, async ({
    page,
    allowed,
  }) => {
    if (outcome === 'failed') allowed.console(/^Failed to load resource/)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/contact', async (route) => {
      await promise
      await route.fulfill({ status: outcome === 'failed' ? 503 : 201, json: {} })
    })
    await visit(page, addresses.contact.fr)
    await fill(page, 'fr', filled)
    await sendButton(page, 'fr').click()
    await navigationLink(page, 'fr', words.fr.navigation.home).click()
    await expect(heading(page, words.fr.heroTitle)).toBeVisible()
    await page.goBack()
    // Still on its way: a second click would send nothing.
    const button = page.getByRole('button', { name: contactTextsOf('fr').form.sending, exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')

    await page.goForward()
    await expect(heading(page, words.fr.heroTitle)).toBeVisible()
    const answered = page.waitForResponse('**/api/contact')
    resolve()
    await (await answered).finished()
    await page.goBack()
    if (outcome === 'failed') {
      await expect(failure(page)).toHaveText(words.fr.formFailure)
      await expectTyped(page, 'fr', filled)
    } else {
      await expect(success(page)).toHaveText(words.fr.formSuccess)
      await expectTyped(page, 'fr', {})
    }
    await expect(sendButton(page, 'fr')).toHaveAttribute('aria-disabled', 'false')
  })

test('what was typed before the page was hydrated is what is sent', async ({ page }) => {
  const received = await playServer(page, { status: 201, json: {} })
  await page.route('**/shell.fr.json', async (route) => {
    // Typed while React is still on its way.
    await fill(page, 'fr', filled)
    await route.continue()
  })
  await visit(page, addresses.contact.fr)
  await expectTyped(page, 'fr', filled)
  await sendButton(page, 'fr').click()

  await expect(success(page)).toHaveText(words.fr.formSuccess)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject(filled)
})

test('a robot that fills the hidden field is told nothing else, and a person never meets it', async ({ page }) => {
  const received = await playServer(page, { status: 201, json: {} })
  await visit(page, addresses.contact.en)
  const trap = page.locator('[name="website"]')
  await expect(page.getByRole('textbox')).toHaveCount(3)
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await fill(page, 'en', filled)
  await trap.fill('https://spam.example', { force: true })
  await sendButton(page, 'en').click()

  await expect(success(page)).toHaveText(words.en.formSuccess)
  expect(received[0]?.website).toBe('https://spam.example')
})

test('an e-mail address is taken exactly when the browser takes it, by the HTML standard', async ({ page }) => {
  const textOf = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength })
  const label = fc.oneof(textOf('aZ9-_. @"[]', 4), fc.constantFrom('example', 'a'.repeat(63), 'a'.repeat(64)))
  const anAddress = fc
    .tuple(textOf("aZ9.!#$%&'*+/=?^_`{|}~-@ (),:;<>[]", 3), fc.array(label, { minLength: 1, maxLength: 3 }))
    .map(([local, labels]) => `${local}@${labels.join('.')}`)
  const typed = fc.sample(anAddress, { numRuns: 5_000, seed: 1 })
  const taken = await page.evaluate((typed) => {
    const field = Object.assign(document.createElement('input'), { type: 'email' })
    return typed.filter((value) => Object.assign(field, { value }).validity.valid)
  }, typed)
  expect(taken.length).toBeGreaterThan(300)
  expect(typed.filter((email) => checkMessage({ ...filled, email }).kind === 'accepted')).toEqual(taken)
})
