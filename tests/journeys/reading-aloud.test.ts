import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import { navigationPages } from '../../src/shared/pages.ts'
import { addresses, allPages, unknownAddresses } from '../support/addresses.ts'
import { chunkOf, contactTextsOf, headingOf, notFoundPageOf, pageOf, shellOf } from '../support/built-site.ts'
import { breakOff, holdBack } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { allWithin, partsOf, readAloud, type Stop, say, wordsOf } from '../support/reading-aloud.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
import { languageNames, words } from '../support/words.ts'

const landmarks = ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'search', 'form']
/** What can be acted on or must be told, and therefore has a name. */
const named = ['link', 'button', 'textbox', 'DisclosureTriangle', 'image', 'Iframe', 'heading', 'region', 'navigation']

const isIn = (role: string) => (stop: Stop) => stop.within.some((outer) => outer.role === role)
const ofRole = (stops: Stop[], ...roles: string[]) => stops.filter(({ role }) => roles.includes(role))
const first = (stops: Stop[], role: string, name?: string) => {
  const found = stops.find((stop) => stop.role === role && (name === undefined || stop.name === name))
  if (!found) throw new Error(`Nobody says ${role} ${name ?? ''}. Said was: ${stops.map(say).join(' · ')}`)
  return found
}

/** What is wrong with a page for whoever only hears it. */
function faultsOf(stops: Stop[]): string[] {
  const headings = ofRole(stops, 'heading')
  const targets = new Map<string, Set<string>>()
  for (const { name, url } of ofRole(stops, 'link')) targets.set(name, (targets.get(name) ?? new Set()).add(url ?? ''))
  return [
    ...stops.filter(({ role, name }) => named.includes(role) && !name).map(({ role }) => `a ${role} without a name`),
    ...headings
      .filter(({ level = 0 }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
      .map((stop) => `${say(stop)} leaves out a level`),
    ...[...targets]
      .filter(([, urls]) => urls.size > 1)
      .map(([name, urls]) => `“${name}” leads to ${[...urls].join(' and to ')}`),
    ...ofRole(stops, 'list')
      .filter((list) => partsOf(stops, list).some(({ role }) => role !== 'listitem'))
      .map((list) => `a list that holds more than its items: ${partsOf(stops, list).map(say).join(' · ')}`),
  ]
}

/** Words in another script than the page's that do not say so: a voice would spell or skip them. */
const unmarkedWords = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement
    const isArabic = /\p{Script=Arabic}/u.test(walker.currentNode.nodeValue ?? '')
    const isMarked =
      holder?.closest('[lang]')?.getAttribute('lang') === 'ar' && holder.closest('[dir]')?.matches('[dir=rtl]')
    if (isArabic && !isMarked && holder?.localName !== 'script') found.push(walker.currentNode.nodeValue ?? '')
  }
  return found
}

for (const language of allLanguages) {
  const shell = shellOf(language)
  const { navbar, language: choice, footer, cookies, errors } = shell.texts
  const { navigation, readMore } = words[language]
  const kept = async (page: Page, baseURL: string | undefined, address: string) => {
    await decideEarlier(page, baseURL, 'false')
    await visit(page, address)
    return readAloud(page)
  }

  test(`every page is heard in the same order, whole and named (${language})`, async ({ page, baseURL, allowed }) => {
    test.slow()
    allowed.console(/^Failed to load resource/)
    for (const key of [...allPages, 'not-found'] as const) {
      const address = key === 'not-found' ? unknownAddresses[language] : addresses[key][language]
      const data = key === 'not-found' ? notFoundPageOf(language) : pageOf(key, language)
      const stops = await kept(page, baseURL, address)
      const skip = first(stops, 'link', navbar.skip)
      expect(stops.indexOf(skip), address).toBe(0)
      const outside = ofRole(stops, ...landmarks).filter((stop) => !isIn('main')(stop))
      expect(outside.map(say), address).toEqual([
        'banner',
        `navigation “${navbar.label}”`,
        `navigation “${choice.label}”`,
        'main',
        'contentinfo',
        `navigation “${footer.pages}”`,
        `region “${footer.label}”`,
        `region “${footer.map_title}”`,
      ])

      const headings = ofRole(stops, 'heading')
      expect(headings.filter(({ level }) => level === 1).map(say), address).toEqual([`heading 1 “${headingOf(data)}”`])
      expect(headings[0]?.level, `${address}: the first heading`).toBe(1)
      expect(stops.length, address).toBeGreaterThan(60)
      expect(faultsOf(stops), address).toEqual([])
      expect(await page.evaluate(unmarkedWords), address).toEqual([])
    }
  })

  test(`menu and language choice say where one is (${language})`, async ({ page, baseURL }) => {
    for (const key of allPages) {
      const stops = await kept(page, baseURL, addresses[key][language])
      const [menu, languages] = ofRole(stops, 'navigation')
      if (!menu || !languages) throw new Error('There is no navigation.')
      const linksIn = (whole: Stop) => ofRole(allWithin(stops, whole), 'link').map(({ name }) => name)
      expect(linksIn(menu)).toEqual(navigationPages.map((page) => navigation[page]))
      expect(linksIn(languages)).toEqual(shell.languages.map(({ language }) => languageNames[language]))

      // Chromium passes aria-current on to the system, and leaves it out of the tree that a test can read.
      const current = page.getByRole('banner').locator('[aria-current]')
      const isInMenu = (navigationPages as readonly string[]).includes(key)
      await expect(current).toHaveText([
        ...(isInMenu ? [navigation[key as keyof typeof navigation]] : []),
        languageNames[language],
      ])
      for (const { language: other } of shell.languages)
        await expect(languageLink(page, language, other)).toHaveAttribute('lang', other)
    }
  })

  test(`home: each article's link says which article, each service and partner is an item (${language})`, async ({
    page,
    baseURL,
  }) => {
    const stops = await kept(page, baseURL, addresses.home[language])
    const content = pageOf('home', language).content as PageContents['home']
    expect(
      ofRole(stops, 'region')
        .filter(isIn('main'))
        .map(({ name }) => name),
    ).toEqual(
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
    for (const { readMore: link, title } of content.articles) {
      // The name begins with the words in sight, for those who speak to their device (WCAG 2.5.3).
      expect(link.about.startsWith(readMore)).toBe(true)
      expect(link.about).toContain(title)
    }
    const partners = allWithin(stops, first(stops, 'region', content.partners.title))
    expect(ofRole(partners, 'image').map(({ name }) => name)).toEqual([content.partners.map.alt])
    expect(ofRole(partners, 'listitem').map((item) => wordsOf(stops, item))).toEqual(
      content.partners.partners.map(({ country, role, name }) => [country, role, name].filter(Boolean).join(' ')),
    )
  })

  test(`presentation: the commitments are heard one by one under their heading (${language})`, async ({
    page,
    baseURL,
  }) => {
    const stops = await kept(page, baseURL, addresses.presentation[language])
    const { commitments, why } = pageOf('presentation', language).content as PageContents['presentation']
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

  test(`certification: the chain is a list of eight steps, each with its checks and what leaves (${language})`, async ({
    page,
    baseURL,
  }) => {
    const stops = await kept(page, baseURL, addresses.certification[language])
    const { chain } = pageOf('certification', language).content as PageContents['certification']
    const steps = partsOf(stops, first(allWithin(stops, first(stops, 'region', chain.title)), 'list'))
    const { farm, lairage, slaughter, cold_room, cutting, processing, decision, dispatch } = chain
    const expected = [farm, lairage, slaughter, cold_room, cutting, processing, decision, dispatch]
    expect(steps.map((step) => wordsOf(stops, step))).toEqual(
      expected.map(({ title, points, ...rest }) =>
        [title, ...points, ...('out' in rest ? [chain.out, rest.out] : [])].join(' '),
      ),
    )
    for (const [index, step] of steps.entries()) {
      const checks = partsOf(stops, first(allWithin(stops, step), 'list'))
      expect(checks.map((check) => wordsOf(stops, check))).toEqual(expected[index]?.points)
    }
  })

  test(`an article: its contents lead to its headings in order, pictures and sources are told (${language})`, async ({
    page,
    baseURL,
  }) => {
    const stops = await kept(page, baseURL, addresses.bienestar_animal[language])
    const content = pageOf('bienestar_animal', language).content as PageContents['article']
    const contents = allWithin(stops, first(stops, 'navigation', content.contents.title))
    const listed = ofRole(contents, 'link').map(({ name }) => name)
    const headings = ofRole(stops, 'heading').filter(
      ({ level, within }) => level === 2 && within.some(({ role }) => role === 'main'),
    )
    expect(listed.length).toBeGreaterThan(3)
    expect(headings.map(({ name }) => name)).toEqual([
      content.contents.title,
      ...listed,
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

  test(`contact: each field is heard with its name, its demands and its hint, in order (${language})`, async ({
    page,
    baseURL,
  }) => {
    const stops = await kept(page, baseURL, addresses.contact[language])
    const { form, privacy, details } = contactTextsOf(language)
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
    const notice = first(stops, 'complementary')
    expect(notice.name).toBe(privacy.title)
    const [whole] = privacy.body.flat().filter((node) => Array.isArray(node))
    expect(ofRole(allWithin(stops, notice), 'link').at(-1)?.name).toBe(whole?.at(-1))
    expect(first(stops, 'region', details.title)).toBeDefined()
  })

  test(`a refused form speaks first of what is wrong, and each field says it again (${language})`, async ({
    page,
    baseURL,
  }) => {
    await kept(page, baseURL, addresses.contact[language])
    await page.getByRole('button', { name: words[language].send, exact: true }).click()
    const { form } = contactTextsOf(language)
    await expect(heading(page, headingOf(pageOf('contact', language)))).toBeVisible()
    await expect(page.getByRole('region', { name: form.summary_title })).toBeFocused()

    const stops = await readAloud(page)
    const spoken = allWithin(stops, first(stops, 'form'))
    expect(spoken[0] && say(spoken[0])).toBe(`region “${form.summary_title}”`)
    expect(spoken[0]?.states.focused).toBe(true)
    const { name_empty, email_empty, message_empty } = form.errors
    expect(ofRole(spoken, 'link').map(({ name }) => name)).toEqual([name_empty, email_empty, message_empty])
    const fields = ofRole(spoken, 'textbox')
    expect(fields.map(({ states }) => states.invalid)).toEqual([true, true, true])
    expect(fields.map(({ description }) => description)).toEqual([
      name_empty,
      email_empty,
      `${form.message_hint} ${message_empty}`,
    ])
    expect(faultsOf(stops)).toEqual([])
  })

  test(`the question about cookies is heard second, and is gone once answered (${language})`, async ({ page }) => {
    await visit(page, addresses.presentation[language])
    const stops = await readAloud(page)
    expect(
      ofRole(stops, 'link', 'button', ...landmarks)
        .slice(0, 5)
        .map(say),
    ).toEqual([
      `link “${navbar.skip}”`,
      `region “${cookies.label}”`,
      `button “${cookies.accept}”`,
      `button “${cookies.refuse}”`,
      'banner',
    ])
    expect(wordsOf(stops, first(stops, 'region', cookies.label))).toContain(cookies.text)
    expect(faultsOf(stops)).toEqual([])

    await page.getByRole('button', { name: words[language].refuse, exact: true }).click()
    await expect(page.getByRole('region', { name: cookies.label })).toHaveCount(0)
    expect((await readAloud(page)).map(say)).not.toContain(`region “${cookies.label}”`)
  })

  test(`on a phone the burger says whether the menu is open, which is heard only then (${language})`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const closed = await kept(page, baseURL, addresses.presentation[language])
    expect(first(closed, 'button', navbar.menu).states.expanded).toBe(false)
    expect(closed.map(say)).not.toContain(`navigation “${navbar.label}”`)

    await page.getByRole('button', { name: navbar.menu, exact: true }).click()
    await expect(navigationLink(page, language, navigation.home)).toBeVisible()
    const open = await readAloud(page)
    const burger = first(open, 'button', navbar.menu)
    await expect(page.getByRole('button', { name: navbar.menu, exact: true })).toHaveAttribute('aria-expanded', 'true')
    expect(burger.states.expanded).toBe(true)
    const next = open.slice(open.indexOf(burger)).find(({ role }) => role === 'navigation')
    expect(next?.name, 'what follows the burger').toBe(navbar.label)
    expect(faultsOf(open)).toEqual([])
  })

  test(`the map's frame says which office it shows (${language})`, async ({ page, baseURL }) => {
    const frameOf = (stops: Stop[]) => ofRole(stops, 'Iframe').map(({ name }) => name)
    const stops = await kept(page, baseURL, addresses.halal_adoracion[language])
    const [valencia, floirac] = shell.offices.map(({ city }) => interpolate(footer.map_frame, { office: city }))
    expect(frameOf(stops)).toEqual([valencia])
    await page.getByRole('link', { name: shell.offices[1]?.address ?? '' }).click()
    await expect.poll(async () => frameOf(await readAloud(page))).toEqual([floirac])
  })

  test(`a page on its way, and one that does not come, are told in the main area (${language})`, async ({
    page,
    baseURL,
    allowed,
  }) => {
    allowed.console(/^LoadError/)
    allowed.console(/^Failed to load resource/)
    const release = await holdBack(page, chunkOf('certification').script)
    await breakOff(page, chunkOf('presentation').script, 'cut')
    await kept(page, baseURL, addresses.home[language])
    await navigationLink(page, language, navigation.certification).click()
    await expect(mainArea(page)).toHaveText(words[language].loading)
    const waiting = await readAloud(page)
    const status = first(allWithin(waiting, first(waiting, 'main')), 'status')
    expect([status.live, wordsOf(waiting, status)]).toEqual(['polite', words[language].loading])
    release()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeFocused()

    await navigationLink(page, language, navigation.presentation).click()
    await expect(heading(page, errors.load.title)).toBeFocused()
    const failed = await readAloud(page)
    const alert = first(allWithin(failed, first(failed, 'main')), 'alert')
    expect(ofRole(allWithin(failed, alert), 'heading', 'button').map(say)).toEqual([
      `heading 1 “${errors.load.title}”`,
      `button “${errors.load.retry}”`,
    ])
    expect(first(failed, 'heading', errors.load.title).states.focused).toBe(true)
    expect(faultsOf(failed)).toEqual([])
  })

  test(`the switch to ${language} is told, in ${language}`, async ({ page, baseURL }) => {
    const other = allLanguages.find((choice) => choice !== language) ?? language
    const before = await (async () => {
      await decideEarlier(page, baseURL, 'false')
      await visit(page, addresses.certification[other])
      return readAloud(page)
    })()
    expect(newsIn(before)).toEqual([''])

    await languageLink(page, other, language).click()
    await expect(heading(page, headingOf(pageOf('certification', language)))).toBeVisible()
    const after = await readAloud(page)
    expect(newsIn(after)).toEqual([choice.changed])

    await navigationLink(page, language, navigation.presentation).click()
    await expect(heading(page, headingOf(pageOf('presentation', language)))).toBeFocused()
    expect(newsIn(await readAloud(page)), 'old news').toEqual([''])
  })
}

/** What is said without being asked for, outside the pages' own statuses. */
const newsIn = (stops: Stop[]) =>
  ofRole(stops, 'paragraph')
    .filter(({ live }) => live === 'polite')
    .map((news) => wordsOf(stops, news))
