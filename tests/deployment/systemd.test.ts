import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { stopTimeoutMs } from '../../src/server/mail/delivery.ts'
import { requestsTimeoutMs } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** systemd-analyze is part of systemd, which not every machine has. */
const hasAnalyser = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasAnalyser)('the systemd units have no fault that systemd-analyze finds', () => {
  using folder = temporaryFolder()
  const units = readdirSync('deploy').filter((name) => /\.(service|socket|timer)$/.test(name))
  // Copies with this project's path instead of the site's; a template is checked as one of its instances.
  const paths = units.map((name) => {
    const path = join(folder.path, name.replace('@.', '@3001.'))
    writeFileSync(path, read(`deploy/${name}`).replaceAll('/srv/site', resolve('.')))
    return path
  })
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  })
  const output = stdout + stderr
  // Messages about other units of this machine are ignored.
  expect(output.split('\n').filter((line) => line.includes(folder.path))).toEqual([])
  expect(status, output).toBe(0)
})

test('the server stops within the time that systemd gives it', () => {
  for (const name of ['site.service', 'site@.service'])
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/${name}`))?.[1]) * 1000).toBeGreaterThan(
      stopTimeoutMs + requestsTimeoutMs + 30_000,
    )
})
