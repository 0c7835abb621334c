import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexts } from '../../src/content/read/texts.ts'
import { addresses } from '../support/addresses.ts'
import { copyProject } from '../support/editor-process.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

// Live editing: `npm run dev`, on a copy of the project.

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

/** @returns a function that takes the change back */
function change(file: string, from: RegExp | string, to: string) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
  return () => writeFileSync(path, text)
}

test.each([
  ['a text', 'content/texts/en/hero.yml', /^title: .*$/m, 'title: A changed title', /A changed title/],
  [
    'a style',
    'src/site/pages/home/home.module.css',
    '@layer components {',
    '$& .x-changed { color: red; }',
    /x-changed/,
  ],
  ['a component', 'src/site/components/footer/footer.tsx', '<footer ', '<footer data-changed ', /<footer data-changed/],
  ['composing', 'src/site/pages/home/content.ts', /^ {4}title: heroTitle,/m, '    title: "?!",', /<h1[^>]*>\?!</],
])('a change of %s is shown, which an open page is told', async (_what, file, from, to, shown) => {
  const told = (await fetch(`${server.origin}/live`)).body?.getReader()
  expect(await page()).not.toMatch(shown)
  change(file, from, to)
  await expect.poll(() => page()).toMatch(shown)
  expect(new TextDecoder().decode((await told?.read())?.value)).toContain('data:')
})

test('what is wrong or unreadable is named, until it is right', async () => {
  const right = await page()
  const named = {
    'title: ""': RegExp.escape(problems.empty ?? ''),
    'title: "': 'content/texts/fr/hero\\.yml, line \\d+',
  }
  for (const [title, words] of Object.entries(named)) {
    const takeBack = change('content/texts/fr/hero.yml', /^title: .*$/m, title)
    await expect.poll(() => page()).toMatch(new RegExp(words))
    takeBack()
  }
  await expect.poll(() => page()).toBe(right)
})

test('the register and the form are the site’s own', async () => {
  expect((await fetch(server.origin + addresses.register.es)).status).toBe(200)
  const plain = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const refused = await fetch(`${server.origin}/api/contact`, { ...plain, body: 'name=' })
  // With the component that was changed before.
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('<footer data-changed')])
})
