import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexts } from '../../src/content/read/texts.ts'
import check from '../../src/editor/server/check-worker.ts'
import { addresses } from '../support/addresses.ts'
import { copyProject } from '../support/editor-process.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

// Live editing: `npm run dev`, on a copy of the project; and what editor and build refuse in it.

/** The words of the check, in the language of the command line. */
const { problems } = readTexts('content', []).en.editor as { problems: Record<string, string> }

const { path: folder, remove } = copyProject()
const command = [process.execPath, join(folder, 'src/cli/dev.ts')]
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({ folder, command })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  remove()
})

const page = async (address = addresses.home.en) => (await fetch(server.origin + address)).text()

function change(file: string, from: RegExp | string, to: string) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}

/** @returns whether an open page is notified of something new */
async function openPage() {
  const events = (await fetch(`${server.origin}/live`)).body?.getReader()
  return async () => expect(new TextDecoder().decode((await events?.read())?.value)).toContain('data:')
}

test('a change of a text is shown, of which an open page is notified; what is unreadable or wrong is named, until it is right', async () => {
  const isNotified = await openPage()
  const wrong = RegExp.escape(problems.empty ?? '')
  for (const [title, shown] of [
    ['"', 'content/texts/en/hero\\.yml, line \\d+'],
    ['""', wrong],
    ['A changed title', 'A changed title'],
  ] as const) {
    change('content/texts/en/hero.yml', /^title: .*$/m, `title: ${title}`)
    await expect.poll(() => page()).toMatch(new RegExp(shown))
    await isNotified()
  }
  expect(await page()).not.toMatch(new RegExp(wrong))
})

test('a change of style, of a component and of what is composed is shown', async () => {
  const isNotified = await openPage()
  change('src/site/pages/home/home.module.css', '@layer components {', '$& .x-changed { color: red; }')
  change('src/site/components/footer/footer.tsx', '<footer ', '<footer data-changed ')
  change('src/site/pages/home/content.ts', /^ {4}title: heroTitle,/m, '    title: "?!",')
  for (const shown of [/x-changed/, /<footer data-changed/, /<h1[^>]*>\?!</])
    await expect.poll(() => page()).toMatch(shown)
  await isNotified()
})

test('the register and the form are the site’s own', async () => {
  expect((await fetch(server.origin + addresses.register.es)).status).toBe(200)
  const plain = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const refused = await fetch(`${server.origin}/api/contact`, { ...plain, body: 'name=' })
  // With the component that was changed before.
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('<footer data-changed')])
})

test('a link to no page, and to a part that its page does not have, is named, and refused by the editor and the build', async () => {
  const file = 'content/texts/en/legal_notice.yml'
  change(file, /body: \|\n/, '$&  [1](page:none), [2](page:contact#no-part), [3](page:contact#write)\n\n')
  await expect.poll(() => page()).toContain('no-part')
  const settings = { siteOrigin: 'http://localhost', retentionDays: 1 }
  const options = { folder: `${folder}/content`, published: 'content', bundleFolder: 'dist', settings }
  expect(await check(options)).toMatchObject([
    { file, code: 'page_unknown', values: { name: 'none' } },
    { file, code: 'part_unknown', values: { name: 'no-part' } },
  ])
  const { exitCode, all } = await execaNode('src/cli/build.ts', { cwd: folder, all: true, reject: false })
  expect(exitCode).toBe(1)
  expect(all).toMatch(/legal_notice\.yml, line \d+, body\n.*none.*legal_notice\.yml, line \d+, body\n.*no-part/s)
})
