import type { PageContents } from '../../src/shared/page-data.ts'
import { addresses } from '../support/addresses.ts'
import { chunkOf, contactTextsOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack } from '../support/files-on-the-way.ts'
import { heading, mainArea, navigationLink } from '../support/find.ts'
import { allWithin, faultsOf, first, isIn, ofRole, partsOf, readAloud, say, wordsOf } from '../support/reading-aloud.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

// How every page begins and ends, in every language, is language.test.ts.
test.beforeEach(({ page, baseURL }) => decideEarlier(page, baseURL, 'false'))

test('home: each article’s link says which article, each service and partner is an item', async ({ page }) => {
  await visit(page, addresses.home.en)
  const stops = await readAloud(page)
  const content = pageOf('home', 'en').content as PageContents['home']
  const regions = ofRole(stops, 'region').filter(isIn('main'))
  expect(regions.map(({ name }) => name)).toEqual(
    [content.help, content.services, content.article, content.mission, content.partners].map(({ title }) => title),
  )
  const { check_label, get_certified, ask } = content.help
  const help = ofRole(allWithin(stops, first(stops, 'region', content.help.title)), 'heading', 'link')
  expect(help.slice(1).map(say)).toEqual(
    [check_label, get_certified, ask].flatMap(({ title, link }) => [`heading 3 “${title}”`, `link “${link}”`]),
  )
  const articles = ofRole(allWithin(stops, first(stops, 'region', content.article.title)), 'heading', 'link')
  expect(articles.slice(1).map(say)).toEqual(
    content.articles.flatMap(({ title, readMore }) => [`heading 3 “${title}”`, `link “${readMore.about}”`]),
  )
  const partners = allWithin(stops, first(stops, 'region', content.partners.title))
  expect(ofRole(partners, 'image').map(({ name }) => name)).toEqual([content.partners.map.alt])
  expect(ofRole(partners, 'listitem').map((item) => wordsOf(stops, item))).toEqual(
    content.partners.partners.map(({ country, role, name }) => [country, role, name].filter(Boolean).join(' ')),
  )
})

test('presentation: the commitments are heard one by one under their heading', async ({ page }) => {
  await visit(page, addresses.presentation.fr)
  const stops = await readAloud(page)
  const { commitments, why } = pageOf('presentation', 'fr').content as PageContents['presentation']
  const headings = ofRole(stops, 'heading').filter(isIn('main')).map(say)
  const under = (title: string) => {
    const from = headings.indexOf(`heading 2 “${title}”`)
    const until = headings.findIndex((heading, index) => index > from && heading.startsWith('heading 2'))
    return headings.slice(from + 1, until)
  }
  const { by_hand, present, decision, doubt, answer } = commitments
  expect(under(commitments.title)).toEqual(
    [by_hand, present, decision, doubt, answer].map(({ title }) => `heading 3 “${title}”`),
  )
  expect(under(why.title)).toEqual(why.items.map(({ title }) => `heading 3 “${title}”`))
})

test('certification: the chain is a list of steps, each with its checks and what leaves', async ({ page }) => {
  await visit(page, addresses.certification.es)
  const stops = await readAloud(page)
  const { chain } = pageOf('certification', 'es').content as PageContents['certification']
  const { title: _title, lead: _lead, out: _out, ...expected } = chain
  const steps = partsOf(stops, first(allWithin(stops, first(stops, 'region', chain.title)), 'list'))
  expect(steps.map((step) => wordsOf(stops, step))).toEqual(
    Object.values(expected).map(({ title, points, ...rest }) =>
      [title, ...points, ...('out' in rest ? [chain.out, rest.out] : [])].join(' '),
    ),
  )
  for (const [index, { points }] of Object.values(expected).entries()) {
    const checks = partsOf(stops, first(ofRole(allWithin(stops, steps[index] ?? first(stops, 'main')), 'list'), 'list'))
    expect(checks.map((check) => wordsOf(stops, check))).toEqual(points)
  }
})

test('an article: its contents lead to its headings in order, pictures and sources are told', async ({ page }) => {
  await visit(page, addresses.bienestar_animal.fr)
  const stops = await readAloud(page)
  const content = pageOf('bienestar_animal', 'fr').content as PageContents['article']
  const listed = ofRole(allWithin(stops, first(stops, 'navigation', content.contents.title)), 'link')
  const headings = ofRole(stops, 'heading').filter((stop) => stop.level === 2 && isIn('main')(stop))
  expect(listed.length).toBeGreaterThan(3)
  expect(headings.map(({ name }) => name)).toEqual([
    content.contents.title,
    ...listed.map(({ name }) => name),
    content.references.title,
    content.others.title,
  ])
  const pictures = ofRole(stops, 'image').filter(({ url }) => url)
  expect(pictures).toHaveLength(4)
  for (const { name } of pictures) expect(name.length, 'a picture is told, not only named').toBeGreaterThan(40)

  const sources = allWithin(stops, first(stops, 'region', content.references.title))
  const items = ofRole(sources, 'listitem')
  expect(items).toHaveLength(content.references.sources.length)
  for (const [index, item] of items.entries())
    expect(ofRole(allWithin(sources, item), 'link').at(-1)?.name).toBe(`${content.references.back} (${index + 1})`)
})

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
