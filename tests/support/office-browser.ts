import { spawnSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { builtSite } from './built-site.ts'
import { freePort } from './free-port.ts'
import { startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const words = builtSite.office.en

/** Somebody with a device of their own, whose passkeys are confirmed at once. */
export async function personIn(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return page
}

/** Enters by the link of an invitation. */
export async function enters(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: words.invitation.submit }).click()
  await expect(page.getByRole('heading', { name: words.waiting.title, level: 1 })).toBeVisible()
}

/** The office and the site over one database. @param others settings @param folder the project, or a copy of it */
export async function startOffice(others: Record<string, string> = {}, folder = '.') {
  const data = temporaryFolder()
  const [port, sitePort] = [String(await freePort()), String(await freePort())]
  const site = `http://127.0.0.1:${sitePort}`
  const settings = { DATA_DIR: data.path, OFFICE_PORT: port, PORT: sitePort, SITE_ORIGIN: site, ...others }
  const start = (name: 'office' | 'serve') =>
    startServer({ folder, settings, command: [process.execPath, `src/cli/${name}.ts`] })
  const running = { office: await start('office'), serve: await start('serve') }
  const run = (...args: string[]) => {
    const env = { ...process.env, ...settings }
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return stderr + stdout
  }
  return {
    ...{ origin: `http://localhost:${port}`, site },
    invite: (name: string) => run('src/cli/office.ts', 'invite', name).trim(),
    verify: () => run('src/cli/register.ts', 'verify'),
    /** Kills one of them, and starts it again. @param meanwhile called in between */
    async restart(name: 'office' | 'serve', meanwhile = async () => {}) {
      await running[name][Symbol.asyncDispose]()
      await meanwhile()
      running[name] = await start(name)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(running).map((each) => each[Symbol.asyncDispose]()))
      data.remove()
    },
  }
}

export const buttonOf = (page: Page, act: string) => page.locator(`button[name=act][value=${act}]`).first()

/** Presses a button, and waits until the act is recorded. */
export async function does(page: Page, act: string): Promise<void> {
  const before = page.url()
  await buttonOf(page, act).click()
  await page.waitForURL((url) => url.searchParams.has('done') && url.href !== before)
  await expect(page.getByRole('status')).toBeVisible()
}
