import { addresses } from '../support/addresses.ts'
import { chunkOf, contactTextsOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack } from '../support/files-on-the-way.ts'
import { heading, mainArea, navigationLink } from '../support/find.ts'
import { allWithin, faultsOf, first, ofRole, readAloud, say, wordsOf } from '../support/reading-aloud.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

// How every page begins and ends is language.test.ts; what stands between, tests/gates/page-contents.test.ts.
test.beforeEach(({ page, baseURL }) => decideEarlier(page, baseURL, 'false'))

test('contact: each field is heard with its name, its demands and its hint; refused, with what is wrong', async ({
  page,
}) => {
  await visit(page, addresses.contact.en)
  const { form, privacy, details } = contactTextsOf('en')
  const stops = await readAloud(page)
  const spoken = allWithin(stops, first(stops, 'form'))
  expect(ofRole(spoken, 'text')[0]?.name).toBe(form.required)
  expect(
    ofRole(spoken, 'textbox', 'button', 'status', 'alert').map((stop) => [say(stop), stop.description, stop.states]),
  ).toEqual([
    [`textbox “${form.name}”`, '', { required: true, invalid: false, focused: false }],
    [`textbox “${form.email}”`, '', { required: true, invalid: false, focused: false }],
    [`textbox “${form.message}”`, form.message_hint, { required: true, invalid: false, focused: false }],
    [`button “${form.send}”`, '', { required: false, invalid: false, focused: false }],
    // Silent, and there before they speak: a screen reader may miss what arrives together with its words.
    ['status', '', { required: false, invalid: false, focused: false }],
    ['alert', '', { required: false, invalid: false, focused: false }],
  ])
  expect(ofRole(spoken, 'status', 'alert').map(({ live }) => live)).toEqual(['polite', 'assertive'])
  const notice = first(stops, 'complementary', privacy.title)
  const [whole] = privacy.body.flat().filter((node) => Array.isArray(node))
  expect(ofRole(allWithin(stops, notice), 'link').at(-1)?.name).toBe(whole?.at(-1))
  expect(first(stops, 'region', details.title)).toBeDefined()

  await page.getByRole('button', { name: words.en.send, exact: true }).click()
  await expect(page.getByRole('region', { name: form.summary_title })).toBeFocused()
  const refused = await readAloud(page)
  const said = allWithin(refused, first(refused, 'form'))
  expect(said[0] && say(said[0])).toBe(`region “${form.summary_title}”`)
  expect(said[0]?.states.focused).toBe(true)
  const { name_empty, email_empty, message_empty } = form.errors
  expect(ofRole(said, 'link').map(({ name }) => name)).toEqual([name_empty, email_empty, message_empty])
  expect(ofRole(said, 'textbox').map(({ states, description }) => [states.invalid, description])).toEqual([
    [true, name_empty],
    [true, email_empty],
    [true, `${form.message_hint} ${message_empty}`],
  ])
  expect(faultsOf(refused)).toEqual([])
})

test('on a phone the burger says whether the menu is open, which is heard only then', async ({ page }) => {
  const { navbar } = shellOf('es').texts
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, addresses.presentation.es)
  const closed = await readAloud(page)
  expect(first(closed, 'button', navbar.menu).states.expanded).toBe(false)
  expect(closed.map(say)).not.toContain(`navigation “${navbar.label}”`)

  await page.getByRole('button', { name: navbar.menu, exact: true }).click()
  await expect(navigationLink(page, 'es', words.es.navigation.home)).toBeVisible()
  const open = await readAloud(page)
  const burger = first(open, 'button', navbar.menu)
  expect(burger.states.expanded).toBe(true)
  const next = open.slice(open.indexOf(burger)).find(({ role }) => role === 'navigation')
  expect(next?.name, 'what follows the burger').toBe(navbar.label)
  expect(faultsOf(open)).toEqual([])
})

test('a page on its way, and one that does not come, are told in the main area', async ({ page, allowed }) => {
  allowed.console(/^LoadError/)
  allowed.console(/^Failed to load resource/)
  const { navigation, loading } = words.fr
  const { load } = shellOf('fr').texts.errors
  const release = await holdBack(page, chunkOf('certification').script)
  await breakOff(page, chunkOf('presentation').script, 'cut')
  await visit(page, addresses.home.fr)
  await navigationLink(page, 'fr', navigation.certification).click()
  await expect(mainArea(page)).toHaveText(loading)
  const waiting = await readAloud(page)
  const status = first(allWithin(waiting, first(waiting, 'main')), 'status')
  expect([status.live, wordsOf(waiting, status)]).toEqual(['polite', loading])
  release()
  await expect(heading(page, headingOf(pageOf('certification', 'fr')))).toBeFocused()

  await navigationLink(page, 'fr', navigation.presentation).click()
  await expect(heading(page, load.title)).toBeFocused()
  const failed = await readAloud(page)
  const alert = first(allWithin(failed, first(failed, 'main')), 'alert')
  expect(ofRole(allWithin(failed, alert), 'heading', 'button').map(say)).toEqual([
    `heading 1 “${load.title}”`,
    `button “${load.retry}”`,
  ])
  expect(first(failed, 'heading', load.title).states.focused).toBe(true)
  expect(faultsOf(failed)).toEqual([])
})
