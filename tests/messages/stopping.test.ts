import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { filled, messagesIn, settingsFor, startReading, Writers } from './submissions.ts'

const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Sends half a request. @returns a function that sends the rest and waits until the server has ended the connection */
async function beginMessage(server: ServerProcess, name: string) {
  const { port } = new URL(server.origin)
  const body = JSON.stringify({ ...filled, name })
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (part) => {
    answer += part
  })
  // A connection that is cut off ends too: the answer shows it.
  const ended = new Promise((resolve) => socket.once('close', resolve).on('error', () => undefined))
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  )
  // Sent later and answered: the half request has reached the server's process by now.
  await fetch(`${server.origin}/healthz`)
  return async () => {
    socket.write(body.slice(20))
    await ended
    return answer
  }
}

test('Ctrl+C, again and again, to what npm has started or its group, cuts nothing off, and ends with 0; under nohup', async () => {
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  const writers = new Writers()
  await using server = await startServer({
    settings: settingsFor(mail.url),
    asGroup: true,
    within: ['nohup'],
    command: [process.execPath, resolve('scripts/run.mjs'), 'src/cli/serve.ts'],
  })
  const reader = startReading(server.origin)
  await writers.send(server.origin, 'Visitor 1')
  await expect.poll(() => mail.taken).toHaveLength(1)
  const finish = await beginMessage(server, 'Visitor 2')
  // A terminal that closes ends nothing that runs under nohup.
  server.signal('SIGHUP', true)
  server.signal('SIGHUP')
  expect((await (await fetch(`${server.origin}/readyz`)).json()).instance).toBe('serving')
  for (let times = 0; times < 10; times++) {
    // Others as well, as an impatient operator would send, once the first is there: signals of two kinds may overtake each other.
    if (times === 6) await expect.poll(server.output).toContain('SIGINT: finishing')
    server.signal(times > 5 ? (signals[times % 3] as NodeJS.Signals) : 'SIGINT', times % 2 === 0)
    await pause(times)
  }
  await expect.poll(server.output).toContain('mails_finishing')
  // Until the mail server has replied, pages are served and messages stored, over new connections too.
  const idle = connect(Number(new URL(server.origin).port), '127.0.0.1')
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  const idleClosed = once(idle, 'close')
  const readiness = await fetch(`${server.origin}/readyz`)
  expect([readiness.status, (await readiness.json()).instance]).toEqual([503, 'stopping'])
  expect(await writers.send(server.origin, 'Visitor 3')).toBe(201)
  await reader.end()
  mail.release()
  await expect.poll(server.output).toContain('mail_sent')
  server.signal('SIGINT', true)
  // A request that ends after the idle connections have been closed delays nothing.
  await idleClosed
  expect(await finish()).toMatch(/^HTTP\/1\.1 201 /)
  expect(await server.exited).toBe(0)
  expect(server.output()).toContain('"event":"stopped"')
  expect(server.output()).not.toContain('stop_timed_out')
  const messages = await messagesIn(server.dataDir)
  expect(messages.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['Visitor 1', 'delivered'],
    ['Visitor 2', 'waiting'],
    ['Visitor 3', 'waiting'],
  ])
  expect(mail.taken).toHaveLength(1)
})

test('a terminal that closes stops the server in it, and cuts nothing off', async () => {
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  using folder = temporaryFolder()
  const run = [process.execPath, resolve('src/cli/serve.ts')].join(' ')
  // Ended, "script" closes the terminal that it makes.
  const within = ['script', '--quiet', '--command', run, '/dev/null']
  await using server = await startServer({
    within,
    command: [],
    settings: settingsFor(mail.url, { DATA_DIR: folder.path }),
  })
  const writers = new Writers()
  await writers.send(server.origin, 'Visitor')
  await expect.poll(() => mail.taken).toHaveLength(1)
  server.signal('SIGKILL')
  const readiness = async () => (await fetch(`${server.origin}/readyz`)).text()
  await expect.poll(readiness).toContain('"instance":"stopping"')
  mail.release()
  await expect.poll(() => messagesIn(folder.path)).toMatchObject([{ state: 'delivered' }])
})

test('SIGTERM, as from systemd, to the server itself lets the mail under way be sent, and ends with 0', async () => {
  await using mail = await startStrictMailServer()
  mail.behave('mail', 'hold')
  await using server = await startServer({ settings: settingsFor(mail.url) })
  await new Writers().send(server.origin, 'Visitor')
  await expect.poll(() => mail.taken).toHaveLength(1)
  server.signal('SIGTERM')
  await expect.poll(server.output).toContain('mails_finishing')
  mail.release()
  expect(await server.exited).toBe(0)
  expect(await messagesIn(server.dataDir)).toMatchObject([{ state: 'delivered' }])
})

test('a request that does not end delays a stop for ten seconds, which is reported; a port in use ends a start with a plain message', async () => {
  await using server = await startServer()
  const settings = settingsFor('smtp://127.0.0.1:9', { METRICS_PORT: String(await freePort()) })
  const { port } = new URL(server.origin)
  await expect(startServer({ settings: { ...settings, PORT: port } })).rejects.toThrow(
    new RegExp(
      `\\(1\\):\\n(?:\\{.*\\n)*Cannot start: port ${port} is taken\\. Stop what uses it, or set another \\(PORT, METRICS_PORT, EDIT_PORT\\)\\.\\n$`,
    ),
  )
  await beginMessage(server, 'Visitor')
  server.signal('SIGTERM')
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain('"event":"stop_timed_out"')
})
