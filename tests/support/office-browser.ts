import { execFileSync, spawnSync } from 'node:child_process'
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

/** The office and the site over one database. @param others settings, such as DATABASE_URL */
export async function startOffice(others: Record<string, string> = {}) {
  const data = temporaryFolder()
  const port = String(await freePort())
  const settings = { DATA_DIR: data.path, OFFICE_PORT: port, ...others }
  const office = await startServer({ settings, command: [process.execPath, 'src/cli/office.ts'] })
  const site = await startServer({ settings })
  const env = { ...process.env, ...settings }
  return {
    origin: `http://localhost:${port}`,
    site: site.origin,
    invite: (name: string) =>
      execFileSync(process.execPath, ['src/cli/office.ts', 'invite', name], { env, encoding: 'utf8' }).trim(),
    verify: () => {
      const { stdout, stderr } = spawnSync(process.execPath, ['src/cli/register.ts', 'verify'], {
        env,
        encoding: 'utf8',
      })
      return stderr + stdout
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([office[Symbol.asyncDispose](), site[Symbol.asyncDispose]()])
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
