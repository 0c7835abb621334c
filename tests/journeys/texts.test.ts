import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// Not the strict test of the other journeys, which knows the site's origin alone.
import { type Page, expect as quickly, test } from '@playwright/test'
import { readTexts } from '../../src/content/read/texts.ts'
import type { EditorWords } from '../../src/editor/content.ts'
import { findViolations } from '../support/accessibility.ts'
import { builtSite } from '../support/built-site.ts'
import { copyProject } from '../support/editor-process.ts'
import { freePort } from '../support/free-port.ts'
import { enters, personIn } from '../support/office-browser.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The site is built in a process of its own, which takes long on a busy machine.
const expect = quickly.configure({ timeout: 300_000 })

const { editor: words } = readTexts('content', []).en as unknown as { editor: EditorWords }
const office = builtSite.office.en

/** The office and the site over one copy of the project; the site starts anew after each publication, as its unit does. */
async function startAll() {
  const [project, data] = [copyProject(), temporaryFolder()]
  const folder = project.path
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org', ...args], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
  git('init', '--quiet')
  git('add', 'content')
  git('commit', '--quiet', '-m', 'Begin')
  const [port, officePort] = [String(await freePort()), String(await freePort())]
  const origin = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: data.path, PORT: port, OFFICE_PORT: officePort, SITE_ORIGIN: origin }
  const command = [process.execPath, join(folder, 'src/cli/office.ts')]
  const startOffice = () =>
    startServer({ folder, command, settings: { ...settings, EDIT_PUBLISH: 'echo sent >> sent' } })
  const startSite = () =>
    startServer({ folder, command: [process.execPath, join(folder, 'src/cli/serve.ts')], settings })
  let [site, sent, running] = [await startSite(), 0, await startOffice()]
  const restarting = setInterval(async () => {
    const lines = existsSync(join(folder, 'sent')) ? readFileSync(join(folder, 'sent'), 'utf8').length : 0
    if (lines === sent) return
    sent = lines
    await site.stop()
    site = await startSite()
  }, 500)
  return {
    ...{ git, folder, site: origin, origin: `http://localhost:${officePort}` },
    invite: (name: string) =>
      execFileSync(process.execPath, ['src/cli/office.ts', 'invite', name], {
        ...{ cwd: folder, env: { ...process.env, ...settings }, encoding: 'utf8' },
      }).trim(),
    /** Kills the office, and starts it again. */
    async kill() {
      await running[Symbol.asyncDispose]()
      running = await startOffice()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(restarting)
      await Promise.all([running[Symbol.asyncDispose](), site[Symbol.asyncDispose]()])
      for (const each of [project, data]) each.remove()
    },
  }
}

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const saved = (page: Page) => expect(page.getByText(words.saved, { exact: true })).toBeVisible()

async function publishes(page: Page, summary: string): Promise<void> {
  await page.getByRole('link', { name: words.groups.changes }).click()
  await page.getByLabel(words.publish.summary).fill(summary)
  await page.getByRole('button', { name: words.publish.button }).click()
}

const [title, lead, contact] = ['texts/en/hero.yml#title', 'texts/en/help.yml#ask.link', 'texts/en/contact.yml#title']
const online = new RegExp(RegExp.escape(words.publish.online).replace(/\\\{\\\{.*/, '\\d'))

test('two people write in one copy, publish one after the other, and both are online', async ({ browser }) => {
  test.setTimeout(1_500_000)
  await using all = await startAll()
  const [ana, luis] = [await personIn(browser), await personIn(browser)]
  await enters(ana, all.invite('Ana'))
  await enters(luis, all.invite('Luis'))
  const shows = async (path: string) => (await fetch(all.site + path)).text()

  await test.step('the texts are opened at the first visit, once', async () => {
    await ana.getByRole('link', { name: office.menu.texts }).click()
    await expect(ana.getByText(office.texts.opening)).toBeVisible()
    await expect(ana.getByRole('searchbox')).toBeVisible()
    await luis.goto(`${all.origin}/texts/#${lead}`)
    await expect(field(luis, lead)).toBeFocused()
  })

  await test.step('both write on the same page, and see each other’s words', async () => {
    await ana.goto(`${all.origin}/texts/#${title}`)
    await field(ana, title).fill('Halal, controlled by Ana')
    await field(luis, lead).fill('Ask Luis')
    await saved(ana)
    await saved(luis)
    await expect(field(luis, title)).toHaveValue('Halal, controlled by Ana')
    await expect(field(ana, lead)).toHaveValue('Ask Luis')
    await expect(ana.frameLocator('iframe').getByText('Ask Luis')).toBeVisible()
    expect(await findViolations(ana, 'the texts')).toEqual([])
  })

  await test.step('a kill in the middle of a build loses nothing, and what was online stays', async () => {
    await publishes(ana, 'Words of the home page')
    await expect(ana.getByText(words.publish.building)).toBeVisible()
    await all.kill()
    expect(await shows('/en')).not.toContain('Ana')
    // Its page is still there; what opens the texts again is a visit.
    await ana.goto(`${all.origin}/texts/#editor:changes`)
  })

  await test.step('once the texts are opened again, it is built without being asked for, while the other writes on another page and publishes', async () => {
    await expect(ana.getByText(words.publish.building)).toBeVisible()
    // Everybody sees it.
    await luis.goto(`${all.origin}/texts/#${contact}`)
    await field(luis, contact).fill('Contact, by Luis')
    await saved(luis)
    await publishes(luis, 'Title of the contact page')
    // The first may be online a moment before the second is built.
    await expect.poll(() => shows('/en/contact').catch(String)).toContain('Contact, by Luis')
    expect(await shows('/en')).toContain('Halal, controlled by Ana')
    await expect(luis.getByRole('link', { name: online })).toBeVisible()
    await expect(ana.getByRole('link', { name: online })).toBeVisible()
    expect(all.git('log', '-2', '--format=%an: %s').trim()).toBe(
      'Luis: Title of the contact page\nAna: Words of the home page',
    )
  })

  await test.step('a removed person is out at once', async () => {
    await luis.goto(`${all.origin}/people`)
    await luis.locator('button[name=act][value=remove]').first().click()
    await expect(ana.getByRole('heading', { name: office.sign_in.title })).toBeVisible({ timeout: 20_000 })
  })
})
