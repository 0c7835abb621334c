import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stopTimeoutMs } from '../../src/server/mail/delivery.ts'
import { events } from '../../src/server/operations/events.ts'
import { requestsTimeoutMs } from '../../src/server/serve.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const units = readdirSync('deploy').filter((name) => /\.(service|socket|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))

/** systemd-analyze is part of systemd, which not every machine has that runs the tests. */
const hasAnalyser = spawnSync('systemd-analyze', ['--version']).status === 0

/** The units in a folder of their own, with this project where they expect the site. */
function stagedUnits(): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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
  test('are there', () => expect(services.length).toBeGreaterThanOrEqual(3))

  test.runIf(hasAnalyser)('have no fault that systemd’s own checker finds', () => {
    const { folder, paths } = stagedUnits()
    const { status, output } = run(['verify', '--man=no', ...paths])
    // Complaints about other units of this machine are left out.
    expect(output.split('\n').filter((line) => line.includes(folder))).toEqual([])
    expect(status, output).toBe(0)
  })

  test.runIf(hasAnalyser)('leave little open, by systemd’s own scale (0 is all shut, 10 all open)', () => {
    const { paths } = stagedUnits()
    for (const path of paths.filter((path) => path.endsWith('.service'))) {
      const { output } = run(['security', '--offline=true', '--no-pager', path])
      const exposure = Number(/exposure level for \S+ ([\d.]+)/.exec(output)?.[1])
      expect(exposure, `${path}\n${output.slice(-200)}`).toBeLessThan(2)
    }
  })

  test.each(services)('%s runs this project’s Node and scripts as an account of its own', (name) => {
    const unit = read(`deploy/${name}`)
    expect(unit).toMatch(/^User=site$/m)
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    const [, script = ''] = /^ExecStart=\/srv\/site\/node_modules\/node\/bin\/node (\S+)/m.exec(unit) ?? []
    expect(read(script)).toContain('await run(')
  })

  test('stop within the time that systemd gives them', () => {
    for (const name of ['site.service', 'site@.service'])
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/${name}`))?.[1]) * 1000).toBeGreaterThan(
        stopTimeoutMs + requestsTimeoutMs + 30_000,
      )
  })
})

describe('docs/operating.md', () => {
  const text = read('docs/operating.md')

  test('names every event that the log can tell, with its level, and no other', () => {
    const told = [...text.matchAll(/^\| `([a-z_]+)`\s*\| (info|warn|error)\s*\|/gm)].map(([, event, level]) => [
      event,
      level,
    ])
    expect(Object.fromEntries(told)).toEqual(events)
  })

  test('names only metrics that there are', async () => {
    const { Metrics } = await import('../../src/server/operations/metrics.ts')
    const metrics = new Metrics({ build: 'x', dataDir: tmpdir() })
    metrics.watchBacklog(async () => ({ waiting: 0, unknown: 0, refused: 0, oldestMs: undefined }))
    const there = await metrics.text()
    const named = [text, read('docs/runbook.md')].flatMap((document) => [
      ...document.matchAll(
        /\b(?:contact|http|process|nodejs|website)_[a-z0-9_]+_(?:total|seconds|bytes|waiting|unknown|refused|fds)\b/g,
      ),
    ])
    expect(named.length).toBeGreaterThan(5)
    for (const [name] of named) expect(there, name).toContain(`# TYPE ${name} `)
  })

  test('copies only files that there are', () => {
    const copied = [...text.matchAll(/\bdeploy\/[\w@.-]+/g)].map(([path]) => path)
    expect(copied.length).toBeGreaterThan(5)
    for (const path of copied) expect(() => read(path), path).not.toThrow()
  })

  test('sets only settings that there are', () => {
    const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1])
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => [
      ...block.matchAll(/^([A-Z_]+)=/gm),
    ])
    expect(blocks.length).toBeGreaterThan(5)
    for (const [, name] of blocks) expect(settings).toContain(name)
  })
})

describe('docs/runbook.md', () => {
  const text = read('docs/runbook.md')

  test('names only tests and events that there are', () => {
    const tests = [...text.matchAll(/`((?:tests|src)\/[\w/.-]+\.test\.ts)`/g)].map(([, path = '']) => path)
    expect(tests.length).toBeGreaterThan(5)
    for (const path of tests) expect(() => read(path), path).not.toThrow()
    const named = [
      ...text.matchAll(/`((?:mail|store|message|delivery|stop|start)[a-z]*_[a-z_]+)`|[Ll]og `(\w+)`/g),
    ].map(([, one, other]) => one ?? other ?? '')
    expect(named.length).toBeGreaterThan(5)
    for (const event of named) expect(Object.keys(events)).toContain(event)
  })
})
