import { existsSync } from 'node:fs'
import { join } from 'node:path'
// Not the strict test of the other journeys, which knows the site's origin alone.
import { type Page, expect as quickly, test } from '@playwright/test'
import { readTexts } from '../../src/content/read/texts.ts'
import type { EditorWords } from '../../src/editor/content.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { builtSite } from '../support/built-site.ts'
import { startRepository } from '../support/editor-process.ts'
import { buttonOf, does, enters, personIn, startOffice } from '../support/office-browser.ts'

// The site is built in a process of its own, which takes long on a busy machine.
const expect = quickly.configure({ timeout: 300_000 })

const words = builtSite.office.en
const { editor } = readTexts('content', []).en as unknown as { editor: EditorWords }
const [title, lead, contact] = ['texts/en/hero.yml#title', 'texts/en/help.yml#ask.link', 'texts/en/contact.yml#title']
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const saved = (page: Page) => expect(page.getByText(editor.saved, { exact: true })).toBeVisible()

test('two people keep the register and write the texts, and the site shows it', async ({ browser }) => {
  test.setTimeout(1_500_000)
  using copy = startRepository()
  await using office = await startOffice({ EDIT_PUBLISH: 'touch sent' }, copy.path)
  const [ana, luis] = [await personIn(browser), await personIn(browser)]
  await enters(ana, office.invite('Ana'))
  const shows = async (path: string) => (await fetch(office.site + path)).text()

  await test.step('a second person is invited', async () => {
    await ana.goto(`${office.origin}/people`)
    await ana.fill('[name=name]', 'Luis')
    await does(ana, 'invite')
    await buttonOf(ana, 'invite').click()
    await enters(luis, (await ana.locator('code').textContent()) ?? '')
  })

  const number = await test.step('a certificate is granted by two', async () => {
    await ana.goto(`${office.origin}/register/new`)
    const given = await ana.inputValue('[name=number]')
    const fields = {
      plant: 'Sala Norte',
      oval: 'ES 10.12345/V',
      town: 'Valencia',
      from: '1/1/2026',
      until: '31/12/2027',
    }
    for (const [name, value] of Object.entries(fields)) await ana.fill(`[name=${name}]`, value)
    await ana.check('[name=covers][value=sheep]')
    await does(ana, 'propose')
    await expect(buttonOf(ana, 'agree')).toBeHidden()
    expect((await fetch(`${office.site}/c/${given}.json`)).status).toBe(404)
    await luis.goto(office.origin)
    await does(luis, 'agree')
    return given
  })
  const certificate = `${office.origin}/register/${number}`
  const seeOnSite = (answer: string, query = '') =>
    expect.poll(() => shows(`/c/${number}.json${query}`), { timeout: 60_000 }).toContain(answer)
  await seeOnSite('"in-force"')

  await test.step('one suspends, two lift', async () => {
    await luis.goto(certificate)
    await luis.fill('[name=day]', '2/3/2026')
    await does(luis, 'suspended')
    await seeOnSite('"suspended"')
    await luis.fill('[name=day]', '9/3/2026')
    await does(luis, 'lifted')
    expect(await shows(`/c/${number}.json`)).toContain('"suspended"')
    await ana.goto(office.origin)
    await does(ana, 'agree')
    await seeOnSite('"in-force"')
  })

  await test.step('pasted batches are read before they are proposed, and agreed to by who was not in the plant', async () => {
    await ana.goto(`${certificate}/batches`)
    await ana.fill('[name=lines]', 'Lote;Decisión;Día\n26030901;aceptado;9/3/2026\n26030902;refusé;9/3/2026')
    await buttonOf(ana, 'preview').click()
    await does(ana, 'propose')
    await luis.goto(office.origin)
    await buttonOf(luis, 'agree').click()
    await expect(luis.getByRole('alert')).toBeVisible()
    await luis.getByLabel(words.fields.absent).check()
    await does(luis, 'agree')
    await seeOnSite('true', '?on=2026-03-10&batch=26030901')
  })

  await test.step('a correction is taken back, declined with a reason, and agreed to', async () => {
    for (const end of ['take_back', 'decline', 'agree']) {
      await ana.goto(certificate)
      await ana
        .getByRole('link', { name: `${words.register.correct}: ` })
        .last()
        .click()
      await ana.fill('[name=town]', 'Sagunto')
      await ana.fill('[name=why]', 'Another town.')
      await does(ana, 'correct')
      const one = end === 'take_back' ? ana : luis
      await one.goto(office.origin)
      if (end === 'agree') await expect(buttonOf(one, end)).toContainText(`: ${words.fields.town}: Sagunto`)
      if (end === 'decline') {
        await one.getByText(words.waiting.decline).first().click()
        await one.fill('[name=why]', 'It is Valencia.')
      }
      await does(one, end)
      await expect(buttonOf(one, end)).toBeHidden()
    }
    await seeOnSite('Sagunto')
  })

  // Nothing else is said, such as a warning of Node's.
  expect(office.verify()).toMatch(/^Nothing is wrong with the \d+ acts in .*\n$/)

  await test.step('every page is accessible', async () => {
    for (const path of ['/', '/register', '/register/new', `/register/${number}`, '/people', '/messages', '/log']) {
      await ana.goto(office.origin + path)
      expect(await findViolations(ana, path)).toEqual([])
    }
  })

  await test.step('the texts are opened at the first visit, once; both write on the same page, and see each other’s words', async () => {
    await ana.getByRole('link', { name: words.menu.texts }).click()
    await expect(ana.getByText(words.texts.opening)).toBeVisible()
    await expect(ana.getByRole('searchbox')).toBeVisible()
    await luis.goto(`${office.origin}/texts/#${lead}`)
    await expect(field(luis, lead)).toBeFocused()
    await ana.goto(`${office.origin}/texts/#${title}`)
    await field(ana, title).fill('Halal, controlled by Ana')
    await field(luis, lead).fill('Ask Luis')
    await saved(ana)
    await saved(luis)
    await expect(field(luis, title)).toHaveValue('Halal, controlled by Ana')
    await expect(field(ana, lead)).toHaveValue('Ask Luis')
    await expect(ana.frameLocator('iframe').getByText('Ask Luis')).toBeVisible()
  })

  const other = await luis.context().newPage()
  await test.step('a kill in the middle of a build loses nothing, and what was online stays', async () => {
    // It never learns that something was typed, as if it were always a moment too late.
    await other.addInitScript('addEventListener = () => {}')
    await other.goto(`${office.origin}/texts/#${contact}`)
    await expect(field(other, contact)).toBeFocused()
    await ana.getByRole('link', { name: editor.groups.changes }).click()
    await ana.getByLabel(editor.publish.summary).fill('Words of the home page')
    await ana.getByRole('button', { name: editor.publish.button }).click()
    await expect(ana.getByText(editor.publish.building)).toBeVisible()
    await luis.goto(`${office.origin}/texts/#${contact}`)
    await field(luis, contact).fill('Contact, by Luis')
    await saved(luis)
    await office.restart('office', async () => {
      await field(luis, contact).fill('Contact, by Luis, while it was away')
      await luis.goto('about:blank')
    })
    expect(await shows(addresses.home.en)).not.toContain('Ana')
  })

  await test.step('once the texts are opened again, what was published is built and sent without being asked for, and nothing else', async () => {
    // Its page is still there; what opens the texts again is a visit.
    await ana.goto(`${office.origin}/texts/#editor:changes`)
    await expect(ana.getByText(editor.publish.building)).toBeVisible()
    await expect(field(other, contact)).toHaveValue('Contact, by Luis')
    await expect(other.getByText(editor.problems.offline)).toBeHidden()
    await other.close()
    await luis.goto(`${office.origin}/texts/#${contact}`)
    await expect(field(luis, contact)).toHaveValue('Contact, by Luis, while it was away')
    await saved(luis)
    await expect.poll(() => existsSync(join(copy.path, 'sent'))).toBe(true)
    // As its unit does.
    await office.restart('serve')
    await luis.getByRole('link', { name: editor.groups.changes }).click()
    const online = new RegExp(RegExp.escape(editor.publish.online).replace(/\\\{\\\{.*/, '\\d'))
    // Everybody sees it.
    for (const page of [ana, luis]) await expect(page.getByRole('link', { name: online })).toBeVisible()
    expect(await shows(addresses.home.en)).toContain('Halal, controlled by Ana')
    expect(await shows(addresses.contact.en)).not.toContain('Contact, by Luis')
    expect(copy.git('log', '--format=%an: %s').trim()).toBe('Ana: Words of the home page\nSomebody: Begin')
  })

  await test.step('a removed person is out at once', async () => {
    await luis.goto(`${office.origin}/people`)
    await does(luis, 'remove')
    await expect(ana.getByRole('heading', { name: words.sign_in.title })).toBeVisible({ timeout: 20_000 })
    await ana.getByRole('button', { name: words.sign_in.submit }).click()
    await expect(ana.getByRole('alert')).toHaveText(words.sign_in.refused)
    await buttonOf(luis, 'sign_out').click()
    await luis.getByRole('button', { name: words.sign_in.submit }).click()
    await expect(luis.getByRole('heading', { name: words.waiting.title, level: 1 })).toBeVisible()
  })
})
