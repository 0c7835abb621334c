import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createServer } from 'node:tls'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { stopTimeoutMs } from '../../src/server/mail/delivery.ts'
import { requestsTimeoutMs } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const unitFolder = 'deploy/systemd'
const read = (unit: string) => readFileSync(`${unitFolder}/${unit}`, 'utf8')

/** systemd-analyze is part of systemd, which not every machine has. */
const hasAnalyser = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasAnalyser)('the systemd units have no fault that systemd-analyze finds, and are hardened', () => {
  using folder = temporaryFolder()
  cpSync(unitFolder, folder.path, { recursive: true })
  // With this project's path instead of the site's; a template is checked as one of its instances.
  for (const unit of readdirSync(folder.path).filter((name) => name.endsWith('.service')))
    writeFileSync(join(folder.path, unit), read(unit).replaceAll(/\/srv\/(site|texts)\b/g, resolve('.')))
  for (const unit of readdirSync(folder.path).filter((name) => name.includes('@.')))
    renameSync(join(folder.path, unit), join(folder.path, unit.replace('@.', '@3001.')))
  const units = readdirSync(folder.path).filter((name) => /\.(service|socket|timer|path)$/.test(name))
  expect(units).toContain('site-server@3001.service')
  const analyse = (...args: string[]) => {
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder.path}:` }
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: folder.path, encoding: 'utf8', env })
    return { status, output: stdout + stderr }
  }
  const { status, output } = analyse('verify', '--man=no', ...units.map((unit) => `./${unit}`))
  // Messages about other units of this machine are ignored.
  expect(output.split('\n').filter((line) => line.includes(folder.path))).toEqual([])
  expect(status, output).toBe(0)
  // 9.6 is the exposure of a service without any protection.
  // What builds is another account's, and installs packages: hardening.conf is for what serves.
  for (const service of units.filter((unit) => /^site-.*\.service$/.test(unit)))
    expect(analyse('security', '--offline=true', '--threshold=15', `./${service}`), service).toMatchObject({
      status: 0,
    })
})

test('the server stops within the time that systemd gives it', () => {
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('site-server@.service'))?.[1])
  expect(stopSeconds * 1000).toBeGreaterThan(stopTimeoutMs + requestsTimeoutMs + 30_000)
})

test.each([
  [13, 'fails'],
  [15, 'succeeds'],
])('with a certificate of %i days, the daily look at it %s; without an answer, it fails', async (days, outcome) => {
  using folder = temporaryFolder()
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=www.example.org -out certificate.pem -keyout key.pem`
  execFileSync('openssl', ['req', '-x509', ...options.split(' ')], { cwd: folder.path, stdio: 'pipe' })
  const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(folder.path, name)))
  const server = createServer({ cert, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(read('site-certificate@.service')) ?? []
  const asked = command
    .replace('localhost:443', `127.0.0.1:${(server.address() as AddressInfo).port}`)
    .replace('%i', 'www.example.org')
  const look = async () => ((await execa('sh', ['-c', asked], { reject: false })).exitCode === 0 ? 'succeeds' : 'fails')
  expect(await look()).toBe(outcome)
  server.close()
  expect(await look()).toBe('fails')
})
