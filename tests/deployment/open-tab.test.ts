import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import type { BuiltSite } from '../../src/shared/built-site.ts'
import { freePort } from '../support/free-port.ts'
import { findHeadlessShell, shellArgs } from '../support/programs.ts'
import { ProjectCopy } from '../support/project-copy.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startFront } from './front.ts'
import { visitorsOf } from './visitors.ts'

const siteOf = ({ folder }: ProjectCopy): BuiltSite => JSON.parse(readFileSync(`${folder}/dist/site.json`, 'utf8'))

const hashedOf = ({ files }: BuiltSite) => Object.keys(files).filter((address) => files[address]?.immutable)

/** What the headers of an answer say to a browser that caches it and runs it. */
const promisesOf = ({ headers }: Response) =>
  ['content-type', 'cache-control', 'content-security-policy', 'cross-origin-resource-policy'].map((name) =>
    headers.get(name)?.toLowerCase(),
  )

test('after an upgrade, a tab that was open goes on, with the words and the look that it began with', async () => {
  using project = new ProjectCopy()
  using folder = makeDataDir()
  const port = await freePort()
  const settings = { DATA_DIR: folder.dataDir, PORT: String(port) }
  const before = siteOf(project)
  const hashed = hashedOf(before)
  expect(hashed.length).toBeGreaterThan(50)

  const old = await startServer({ settings, folder: project.folder })
  const promised = new Map<string, (string | undefined)[]>()
  for (const address of hashed) promised.set(address, promisesOf(await fetch(old.origin + encodeURI(address))))
  await using browser = await chromium.launch({ executablePath: findHeadlessShell(), args: shellArgs })
  const page = await browser.newPage()
  await page.goto(`${old.origin}/en`)
  await page.keyboard.press('Shift')
  await page.locator('button[aria-expanded]').waitFor({ state: 'attached' })
  await page.evaluate(() => Object.assign(window, { openedBefore: true }))

  project.change(
    'content/texts/en/certification.yml',
    'title: What certification covers',
    'title: What certification now covers',
  )
  project.change(
    'src/site/pages/certification/certification.module.css',
    '@layer components {',
    '@layer components {\n  .anew { color: inherit; }',
  )
  project.change(
    'src/site/pages/certification/certification.tsx',
    'export function Page',
    'globalThis.anew = true\nexport function Page',
  )
  project.build()
  const after = siteOf(project)
  expect(after.build).not.toBe(before.build)
  const gone = hashed.filter((address) => !(address in after.files))
  expect(gone.length).toBeGreaterThan(20)
  expect(Object.keys(after.earlier)).toEqual(expect.arrayContaining(gone))

  // While instances of both builds run side by side, nginx finds each file at one of them.
  {
    await using other = await startServer({ settings: { ...settings, PORT: '0' }, folder: project.folder })
    await using front = await startFront([port, Number(new URL(other.origin).port)])
    using visitors = visitorsOf(front)
    for (const address of new Set([...hashed, ...hashedOf(after)]))
      for (let round = 0; round < 2; round++)
        expect([address, (await visitors.ask(encodeURI(address))).status]).toEqual([address, 200])
    expect((await visitors.ask('/assets/nowhere.js')).status).toBe(404)
  }
  await old.stop()

  await using server = await startServer({ settings, folder: project.folder })
  for (const address of hashed) {
    const answer = await fetch(server.origin + encodeURI(address))
    expect([address, answer.status]).toEqual([address, 200])
    expect([address, promisesOf(answer)]).toEqual([address, promised.get(address)])
  }
  const failures: string[] = []
  page.on('response', (response) => void (response.status() >= 400 && failures.push(response.url())))
  page.on('console', (message) => void (message.type() === 'error' && failures.push(message.text())))
  await page.getByRole('navigation').getByRole('link', { name: 'Certification' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'What certification covers' }).waitFor()
  expect(await page.evaluate(() => 'openedBefore' in window)).toBe(true)
  expect(failures).toEqual([])
  // Who comes now, or reloads, gets the new build.
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'What certification now covers' }).waitFor()
})
