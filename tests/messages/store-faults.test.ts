import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeFile } from '../../src/server/messages/sqlite/sqlite-database.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { messagesIn, settingsFor, startReading, Writers } from './promise.ts'
import { filled, sendForm, sendJson, until } from './submissions.ts'

test('if the store is damaged at the start, pages are served and the form gets 503, until it is repaired', async () => {
  using folder = makeDataDir()
  const file = storeFile(folder.dataDir)
  const damaged = 'This is not a database. '.repeat(400)
  writeFileSync(file, damaged)
  await using server = await startServer({ settings: settingsFor(folder.dataDir, 'smtp://127.0.0.1:9') })
  const reader = startReading(server.origin)
  const writers = new Writers()
  expect(await writers.send(server.origin, 'Visitor 1')).toBe(503)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
  expect(server.output()).toContain(`The message store ${file} is damaged`)
  expect(readFileSync(file, 'utf8')).toBe(damaged)
  rmSync(file)
  await until(server.output, (output) => output.includes('store_available'))
  expect(await writers.send(server.origin, 'Visitor 2')).toBe(201)
  await reader.end()
})

test('with a full disk, messages get 503 and /readyz the reason, pages and mails go on, and no acknowledged message is lost', async () => {
  using folder = makeDataDir()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(folder.dataDir, mail.url)
  // No file of this process may grow beyond 2 MiB: for SQLite this is the error of a full disk.
  const limit = ['bash', '-c', 'ulimit -f 2048; exec "$@"', 'bash']
  const writers = new Writers()
  let output = ''
  {
    await using server = await startServer({ settings, within: limit })
    const reader = startReading(server.origin)
    let failed: Response | undefined
    for (let number = 0; number < 400 && !failed; number++) {
      const name = `Visitor ${number}`
      const answer = await sendJson(server.origin, { ...filled, id: randomUUID(), name, message: 'x'.repeat(4_900) })
      if (answer.status === 201) writers.acknowledged.push(name)
      else failed = answer
    }
    expect([failed?.status, failed?.headers.get('retry-after')]).toEqual([503, '30'])
    expect(writers.acknowledged.length).toBeGreaterThan(10)
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toMatchObject({ status: 'unready' })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    const form = await sendForm(server.origin, { ...filled, message: `Encore ${'x'.repeat(4_900)}` })
    expect(form.status).toBe(503)
    const page = await form.text()
    expect(page).toContain('Encore xxxx')
    expect(page).toContain('lang="fr"')
    await reader.end()
    output += server.output()
    expect(output).toContain('A message could not be kept')
    expect(output).not.toContain('xxxx')
    // Mails that were sent but cannot be recorded on the full disk count as being sent: stopping would wait for them.
    await server.kill()
  }
  // With space on the disk, messages are accepted again, and all acknowledged ones are stored.
  await using server = await startServer({ settings })
  expect(await writers.send(server.origin, 'Visitor again')).toBe(201)
  const kept = (await messagesIn(folder.dataDir)).map(({ name }) => name)
  expect(writers.acknowledged.filter((name) => !kept.includes(name))).toEqual([])
  expect(mail.taken.length).toBe(new Set(mail.taken.map(({ messageId }) => messageId)).size)
})

test('only the server can read the store’s folder, and messages are stored no longer than the built pages promise', async () => {
  using folder = makeDataDir()
  const dataDir = join(folder.dataDir, 'deep', 'data')
  await using server = await startServer({ settings: { DATA_DIR: dataDir, RETENTION_DAYS: '1000' } })
  await until(server.output, (output) => output.includes('messages.sqlite for 365 days. Mail is not set up (SMTP_URL)'))
  await sendJson(server.origin, filled)
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
})
