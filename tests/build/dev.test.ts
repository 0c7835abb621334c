import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts } from '../../src/content/read/texts.ts'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { copyProject } from '../support/editor-process.ts'
import { startServer } from '../support/server-process.ts'

/** The words of the check, in the language of the command line. */
const { problems } = readTexts('content', []).en.editor as { problems: Record<string, string> }

test('live editing shows a change of text, style, component and composing, what is wrong, and the whole site', async () => {
  const { path: folder, remove } = copyProject()
  const command = [process.execPath, join(folder, 'src/cli/dev.ts')]
  await using server = await startServer({ folder, command })
  const page = async (path = '/en') => (await fetch(server.origin + path)).text()
  const change = (file: string, from: RegExp | string, to: string) => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(from)
    writeFileSync(path, text.replace(from, to))
    return () => writeFileSync(path, text)
  }
  const announced = (await fetch(`${server.origin}/live`)).body?.getReader()

  change('content/texts/en/hero.yml', /^title: .*$/m, 'title: A changed title')
  await expect.poll(() => page()).toContain('A changed title')
  expect(new TextDecoder().decode((await announced?.read())?.value)).toContain('data:')
  change('src/site/pages/home/home.module.css', '@layer components {', '@layer components { .x-changed { color: red; }')
  await expect.poll(() => page()).toMatch(/x-changed/)
  change('src/site/pages/contact/contact.tsx', 'return (', 'content.title += " changed"; return (')
  await expect.poll(() => page('/en/contact')).toMatch(/<h1[^>]*>[^<]* changed</)
  change('src/content/compose/compose-language.ts', 'description,', 'description: "Composed otherwise",')
  await expect.poll(() => page()).toContain('content="Composed otherwise"')

  const missing = change('content/texts/fr/hero.yml', /^title: .*$/m, 'title: ""')
  await expect.poll(() => page()).toContain(problems.empty)
  missing()
  await expect.poll(() => page()).not.toContain(problems.empty)
  const unreadable = change('content/texts/fr/hero.yml', /^title: .*$/m, 'title: "')
  await expect.poll(() => page()).toMatch(/content\/texts\/fr\/hero\.yml, line \d+/)
  unreadable()
  await expect.poll(() => page()).toContain('A changed title')

  const { slug } = (readTexts('content', []).es.register as { head: { slug: string } }).head
  expect((await fetch(`${server.origin}/${slug}`)).status).toBe((await readBuiltSite()).register ? 200 : 404)
  const plain = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await fetch(`${server.origin}/api/contact`, { ...plain, body: 'name=' })).status).toBe(422)

  const { port } = new URL(server.origin)
  const second = startServer({ folder, command, settings: { PORT: port } })
  await expect(second).rejects.toThrow(new RegExp(`port ${port} is taken(?![\\s\\S]*\\n\\s+at )`))
  remove()
})
