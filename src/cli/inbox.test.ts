import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { SqliteStore } from '../server/messages/sqlite/sqlite-store.ts'

function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'inbox-command-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** A folder with a store of so many messages. */
async function makeStore(count: number, message = 'Bonjour') {
  const folder = makeFolder()
  const store = new SqliteStore(folder.path, { count: 0, windowMs: 1 })
  const keep = (number: number) =>
    store.keep(
      { name: `Nr. ${number}`, email: `${number}@example.org`, message, language: 'fr', website: '' },
      '192.0.2.1',
    )
  await Promise.all(Array.from({ length: count }, (_, number) => keep(number)))
  await store.close()
  return folder
}

const start = (folder: string, args: string[], script = ['src/cli/inbox.ts']) =>
  spawn(process.execPath, [...script, ...args], {
    // A file .env of whoever runs the tests has no say.
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SMTP_URL: '', RETENTION_DAYS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs the command as a process. @returns its exit code and all that it wrote */
async function inbox(folder: string, args: string[], script?: string[]) {
  const child = start(folder, args, script)
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, errors }
}

/** Another process at the same store, as a running server is; it runs the code given, then waits to be ended. */
async function otherProcess(folder: string, code: string) {
  const module = pathToFileURL(resolve('src/server/messages/sqlite/sqlite-store.ts'))
  const script = `
    import { DatabaseSync } from 'node:sqlite'
    import { setTimeout as pause } from 'node:timers/promises'
    import { SqliteStore } from '${module}'
    const folder = ${JSON.stringify(folder)}
    setInterval(() => {}, 1000)
    ${code}`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The other process ended.'))),
  ])
  return {
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('exits with 0 when done, and writes to standard output alone', async () => {
  using folder = await makeStore(2)
  const { code, out, errors } = await inbox(folder.path, ['list'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out.trimEnd().split('\n')).toHaveLength(2)
})

test('exits with 2 when called wrongly, and says how on standard error', async () => {
  using folder = await makeStore(1)
  for (const args of [[], ['lst'], ['list', '--stat=x'], ['erase']]) {
    const { code, errors } = await inbox(folder.path, args)
    expect(code, args.join(' ')).toBe(2)
    expect(errors).toMatch(/\nUsage: npm run inbox -- .*\n$/)
    expect(errors).not.toContain('    at ')
  }
  expect(JSON.parse((await inbox(folder.path, ['list', '--json'])).out)).toHaveLength(1)
})

test('exits with 1 when something failed, and says what on standard error', async () => {
  using folder = await makeStore(1)
  const unknown = await inbox(folder.path, ['show', 'zzzz', '--json'])
  expect(unknown).toEqual({ code: 1, out: '', errors: 'No message has an id that begins with "zzzz".\n' })
  const elsewhere = join(folder.path, 'elsewhere')
  const missing = await inbox(elsewhere, ['list', '--json'])
  expect(missing).toMatchObject({ code: 1, out: '' })
  expect(missing.errors).toMatch(/^There is no message store at .*elsewhere\/messages\.sqlite\. .*\n$/)
})

test('a damaged store is told, and left as it is', async () => {
  using folder = makeFolder()
  const file = join(folder.path, 'messages.sqlite')
  const damaged = 'No database at all. '.repeat(500)
  writeFileSync(file, damaged)
  const { code, out, errors } = await inbox(folder.path, ['list'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(/^The message store .*messages\.sqlite is damaged .*\n$/)
  expect(readFileSync(file, 'utf8')).toBe(damaged)
})

test('a store that stays locked is told, and nothing is erased', async () => {
  using folder = await makeStore(1)
  await using _other = await otherProcess(
    folder.path,
    `new DatabaseSync(folder + '/messages.sqlite').exec('BEGIN IMMEDIATE'); console.log('locked')`,
  )
  const [{ code, out, errors }, list] = await Promise.all([
    inbox(folder.path, ['erase', '--email', '0@example.org', '--yes', '--json']),
    inbox(folder.path, ['list', '--json']),
  ])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(/The message store .*messages\.sqlite failed: database is locked\.\n$/)
  expect(list.code).toBe(0)
  expect(JSON.parse(list.out)).toHaveLength(1)
})

test('works while another process writes and delivers, one JSON document each', async () => {
  using folder = await makeStore(1)
  await using _server = await otherProcess(
    folder.path,
    `const store = new SqliteStore(folder, { count: 0, windowMs: 1 })
     for (let number = 1; ; number++) {
       const message = { name: 'Server ' + number, email: 'server@example.org', message: 'x', language: 'fr', website: '' }
       await store.keep(message, '192.0.2.1')
       const [claim] = await store.claim(1, 0)
       await store.settle(claim.token, number % 2 ? { kind: 'sent' } : { kind: 'refused', reason: '550' })
       if (number === 20) console.log('busy')
       await pause(2)
     }`,
  )
  const json = async (...args: string[]) => {
    const { code, out, errors } = await inbox(folder.path, [...args, '--json'])
    expect(code, errors).toBe(0)
    return JSON.parse(out)
  }
  const listed = await json('list')
  expect(listed.length).toBeGreaterThanOrEqual(20)
  const refused: { id: string }[] = await json('list', '--state', 'refused')
  const { id } = refused.at(-1) as { id: string }
  expect(await json('show', id)).toMatchObject({ id, state: 'refused' })
  expect(await json('retry', id)).toMatchObject({ due: 1, mailIsSetUp: false })
  const file = join(folder.path, 'messages.json')
  const { exported } = await json('export', '--output', file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(exported)
  expect(await json('erase', id, '--yes')).toEqual({ erased: 1, ids: [id] })
  const { erased } = await json('erase', '--email', 'SERVER@example.org', '--yes')
  expect(erased).toBeGreaterThanOrEqual(18)
  expect(await json('purge')).toMatchObject({ erased: 0, undelivered: 0 })
  const left: { id: string; name: string }[] = await json('list')
  expect(left.map(({ name }) => name)).toContain('Nr. 0')
  expect(left.map((message) => message.id)).not.toContain(id)
})

describe('when the reader stops early', () => {
  test('it ends quietly', async () => {
    // More than a pipe holds.
    using folder = await makeStore(100, 'm'.repeat(5000))
    const child = start(folder.path, ['list', '--json'])
    child.stdout.once('data', () => child.stdout.destroy())
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  test('what was asked is done all the same', async () => {
    using folder = await makeStore(2)
    const child = start(folder.path, ['erase', '--email', '0@example.org', '--yes'])
    child.stdout.destroy()
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(JSON.parse((await inbox(folder.path, ['list', '--json'])).out)).toMatchObject([{ name: 'Nr. 1' }])
  })
})

test('started by scripts/run.mjs, it is the same', async () => {
  using folder = await makeStore(1)
  const script = ['scripts/run.mjs', 'inbox']
  const list = await inbox(folder.path, ['list', '--json'], script)
  expect(list).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(list.out)).toHaveLength(1)
  expect(await inbox(folder.path, ['lst'], script)).toMatchObject({ code: 2, out: '' })
})

test('what scripts/run.mjs installs first does not spoil standard output', async () => {
  using project = makeFolder()
  for (const folder of ['scripts', 'src/cli', 'node_modules'])
    mkdirSync(join(project.path, folder), { recursive: true })
  const write = (file: string, content: string) => writeFileSync(join(project.path, file), content)
  copyFileSync('scripts/run.mjs', join(project.path, 'scripts/run.mjs'))
  write('package-lock.json', '{ "packages": {} }')
  write('src/cli/command.ts', `console.log('{}')`)
  write('npm.js', `console.log('added 1 package')`)
  const child = spawn(process.execPath, [join(project.path, 'scripts/run.mjs'), 'command'], {
    env: { ...process.env, npm_execpath: join(project.path, 'npm.js') },
  })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect({ code, out }).toEqual({ code: 0, out: '{}\n' })
  expect(errors).toMatch(/^Installing .*\nadded 1 package\n$/)
})
