import { type Browser, expect, type Page } from '@playwright/test'
import { builtSite } from './built-site.ts'

const words = builtSite.office.en

/** Somebody with a device of their own, whose passkeys are confirmed at once. */
export async function personIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
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
