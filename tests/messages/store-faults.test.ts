import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { storeFile } from '../../src/database/sqlite/sqlite-database.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { unprivilegedAccount } from '../support/unprivileged-account.ts'
import { filled, messagesIn, sendForm, sendJson, settingsFor, startReading, Writers } from './submissions.ts'

/** Without root’s rights: root may write everywhere. */
const account = unprivilegedAccount()
const within = account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []

/** What opens the store fails, and its thread ends, while a file `odd` is in DATA_DIR. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  import { isMainThread } from 'node:worker_threads'
  const fail = () => {
    if (fs.existsSync(process.env.DATA_DIR + '/odd')) throw new TypeError('Odd failure')
  }
  const { chmod } = fs.promises
  fs.promises.chmod = async (...args) => fail() ?? chmod(...args)
  syncBuiltinESMExports()
  if (!isMainThread) setInterval(fail, 20).unref()`)}`

test('whatever is wrong with the store, pages are served and the form gets 503, until it is repaired', async () => {
  using folder = temporaryFolder()
  const [dataDir, file, odd] = [folder.path, storeFile(folder.path), join(folder.path, 'odd')]
  const own = (path: string) => account && chownSync(path, account.uid, account.gid)
  own(dataDir)
  writeFileSync(file, 'This is not a database. '.repeat(400))
  own(file)
  // Without a mail server, because what first meets the fault must log it, and an attempt to send does not.
  const settings = { DATA_DIR: dataDir, CONTACT_LIMIT: '0' }
  const command = [process.execPath, '--import', preload, resolve('src/cli/serve.ts')]
  await using server = await startServer({ settings, within, command })
  const reader = startReading(server.origin)
  const writers = new Writers()
  const expectFailure = async (reason: string) => {
    await expect.poll(() => writers.send(server.origin, 'Visitor 1')).toBe(503)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
    await expect.poll(server.output).toContain(`The database ${file} ${reason}`)
  }
  const expectRecovery = async (times: number) => {
    await expect.poll(() => writers.send(server.origin, 'Visitor 2')).toBe(201)
    await expect.poll(() => server.output().match(/store_available/g)?.length).toBe(times)
    expect(server.output().match(/store_unavailable/g)).toHaveLength(times)
  }
  await expectFailure('is damaged')
  rmSync(file)
  chmodSync(dataDir, 0o500)
  await expectFailure('cannot be opened: EACCES')
  chmodSync(dataDir, 0o700)
  if (account) {
    // Of root's.
    writeFileSync(file, '')
    await expectFailure('cannot be opened: EPERM')
    own(file)
  }
  writeFileSync(odd, '')
  await expectFailure('cannot be opened: Odd failure')
  rmSync(odd)
  await expectRecovery(1)
  writeFileSync(odd, '')
  await expectFailure('failed: Odd failure')
  rmSync(odd)
  await expectRecovery(2)
  await reader.end()
})

test('with a full disk, messages get 503 and /readyz the reason, pages and mails go on, and no acknowledged message is lost; only the server can read the folder', async () => {
  using folder = temporaryFolder()
  await using mail = await startStrictMailServer()
  const dataDir = join(folder.path, 'deep', 'data')
  const settings = settingsFor(mail.url, { DATA_DIR: dataDir, RETENTION_DAYS: '1000' })
  // No file of this process may grow beyond 1 MiB: for SQLite this is the error of a full disk.
  const limit = ['bash', '-c', 'ulimit -f 1024; exec "$@"', 'bash']
  const writers = new Writers()
  let output = ''
  {
    await using server = await startServer({ settings, within: limit })
    // No longer than the built pages promise.
    await expect.poll(server.output).toContain('messages.sqlite for 365 days')
    const reader = startReading(server.origin)
    let failed: Response | undefined
    for (let number = 0; number < 400 && !failed; number++) {
      const name = `Visitor ${number}`
      const answer = await sendJson(server.origin, { ...filled, id: randomUUID(), name, message: 'x'.repeat(4_900) })
      if (answer.status === 201) writers.acknowledged.push(name)
      else failed = answer
    }
    expect([failed?.status, failed?.headers.get('retry-after')]).toEqual([503, '30'])
    expect(writers.acknowledged.length).toBeGreaterThan(5)
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toMatchObject({ status: 'unready' })
    const form = await sendForm(server.origin, { ...filled, message: `Encore ${'x'.repeat(4_900)}` })
    expect(form.status).toBe(503)
    expect(await form.text()).toContain('Encore xxxx')
    await reader.end()
    output += server.output()
    expect(output).toContain('A message could not be kept')
    expect(output).not.toContain('xxxx')
    // Killed here: mails that were sent but cannot be recorded on the full disk count as being sent, and stopping would wait.
  }
  // With space on the disk, messages are accepted again, and all acknowledged ones are stored.
  await using server = await startServer({ settings })
  expect(await writers.send(server.origin, 'Visitor again')).toBe(201)
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
  const kept = (await messagesIn(dataDir)).map(({ name }) => name)
  expect(writers.acknowledged.filter((name) => !kept.includes(name))).toEqual([])
  expect(mail.taken.length).toBe(new Set(mail.taken.map(({ messageId }) => messageId)).size)
})
