import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf } from '../support/built-site.ts'
import { mainArea } from '../support/find.ts'
import { startServer } from '../support/server-process.ts'
import { type StrictMailServer, startStrictMailServer } from '../support/strict-mail-server.ts'
import { test as base, expect } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The site and its office: a server that sends messages to a mail server. */
const test = base.extend<object, { office: { origin: string; mailServer: StrictMailServer } }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      await using mailServer = await startStrictMailServer()
      const settings = { SMTP_URL: mailServer.url, CONTACT_TO: 'office@example.org', CONTACT_LIMIT: '0' }
      await using server = await startServer({ settings })
      await use({ origin: server.origin, mailServer })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ office }, use) => use(office.origin),
})

// One server and one browser for all tests.
test.describe.configure({ mode: 'default' })

type Visitor = Record<'name' | 'email' | 'message', string>
const visitorNamed = (name: string): Visitor => ({
  name: `Léa Ñandú ${name}`,
  email: `${name}@example.com`,
  message: `Une question 🎉\n\n${name}: ¿qué documentos?`,
})

async function write(page: Page, language: 'es' | 'fr', visitor: Visitor): Promise<void> {
  const { form } = contactTextsOf(language)
  for (const field of ['name', 'email', 'message'] as const)
    await page.getByLabel(form[field], { exact: true }).fill(visitor[field])
  await page.getByRole('button', { name: words[language].send, exact: true }).click()
}

async function expectMail({ taken }: StrictMailServer, visitor: Visitor): Promise<void> {
  const found = () => taken.filter(({ raw }) => raw.includes(visitor.email))
  await expect.poll(() => found().length).toBe(1)
  const email = await PostalMime.parse(found()[0]?.raw ?? '')
  expect(email.replyTo).toEqual([{ name: visitor.name, address: visitor.email }])
  expect(email.text?.replaceAll('\r\n', '\n')).toContain(visitor.message)
  expect(email.to).toMatchObject([{ address: 'office@example.org' }])
}

test('a visitor writes, and the office receives it', async ({ page, office }) => {
  const visitor = visitorNamed('script')
  await visit(page, addresses.contact.es)
  await write(page, 'es', visitor)
  await expect(mainArea(page).getByRole('status')).toHaveText(words.es.formSuccess)
  await expectMail(office.mailServer, visitor)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // What the answers say is in tests/messages/endpoint.test.ts.
  test('a visitor writes as well, after an error that loses nothing', async ({ page, office, allowed }) => {
    allowed.console(/^Failed to load resource: the server responded with a status of 422/)
    const visitor = visitorNamed('plain')
    const { form } = contactTextsOf('fr')
    await page.goto(addresses.contact.fr)
    await write(page, 'fr', { ...visitor, email: 'lea@example,com' })

    const summary = page.getByRole('region', { name: form.summary_title, exact: true })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: form.errors.email_format }).click()
    const email = page.getByLabel(form.email, { exact: true })
    await expect(email).toBeFocused()
    await email.fill(visitor.email)
    await page.getByRole('button', { name: words.fr.send, exact: true }).click()
    await expect(mainArea(page).getByRole('status')).toHaveText(words.fr.formSuccess)
    await expect(mainArea(page).getByRole('status')).toBeInViewport()
    await expectMail(office.mailServer, visitor)
  })
})
