import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stopTimeoutMs } from '../../src/server/mail/delivery.ts'
import { requestsTimeoutMs } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const units = readdirSync('deploy').filter((name) => /\.(service|socket|timer)$/.test(name))

/** systemd-analyze is part of systemd, which not every machine has. */
const hasAnalyser = spawnSync('systemd-analyze', ['--version']).status === 0

/** Copies of the units, with this project's path instead of the site's. */
function stagedUnits(): { folder: string; paths: string[] } {
  const { path: folder, remove } = temporaryFolder()
  onTestFinished(remove)
  const paths = units.map((name) => {
    // A template is checked as one of its instances.
    const path = join(folder, name.replace('@.', '@3001.'))
    writeFileSync(path, read(`deploy/${name}`).replaceAll('/srv/site', resolve('.')))
    return path
  })
  return { folder, paths }
}

const run = (args: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

describe('the systemd units', () => {
  test.runIf(hasAnalyser)('have no fault that systemd-analyze finds', () => {
    const { folder, paths } = stagedUnits()
    const { status, output } = run(['verify', '--man=no', ...paths])
    // Messages about other units of this machine are ignored.
    expect(output.split('\n').filter((line) => line.includes(folder))).toEqual([])
    expect(status, output).toBe(0)
  })

  test.runIf(hasAnalyser)('expose little, on the scale of systemd-analyze (0 is safe, 10 is unsafe)', () => {
    const { paths } = stagedUnits()
    for (const path of paths.filter((path) => path.endsWith('.service'))) {
      const { output } = run(['security', '--offline=true', '--no-pager', path])
      const exposure = Number(/exposure level for \S+ ([\d.]+)/.exec(output)?.[1])
      expect(exposure, `${path}\n${output.slice(-200)}`).toBeLessThan(2)
    }
  })

  test('stop within the time that systemd gives them', () => {
    for (const name of ['site.service', 'site@.service'])
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/${name}`))?.[1]) * 1000).toBeGreaterThan(
        stopTimeoutMs + requestsTimeoutMs + 30_000,
      )
  })
})
