import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { filled, messagesIn, sendJson } from '../messages/submissions.ts'
import { startEditor } from '../support/editor-process.ts'
import { startServer } from '../support/server-process.ts'

// What must work on every system where somebody edits or tries the site: Linux, Windows and macOS. The rest is tested on Linux.

test('the server answers with a page and stores a message', async () => {
  await using server = await startServer()
  expect(await (await fetch(server.origin)).text()).toContain('<html lang="es"')
  expect((await sendJson(server.origin, filled)).status).toBe(201)
  expect(await messagesIn(server.dataDir)).toMatchObject([{ name: filled.name, state: 'waiting' }])
})

test('the editor opens and saves an edit in the file', async () => {
  await using editor = await startEditor()
  expect(await (await fetch(editor.origin)).text()).toContain('<script')
  const file = join(editor.folder, 'content/texts/en/hero.yml')
  const title = () => parseDocument(readFileSync(file, 'utf8')).get('title')
  const answer = await fetch(`${editor.origin}/api/edit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: editor.origin },
    body: JSON.stringify({ name: 'texts/en/hero.yml#title', was: title(), value: 'Another title' }),
  })
  expect(await answer.json()).toMatchObject({ applied: true })
  expect(title()).toBe('Another title')
})
