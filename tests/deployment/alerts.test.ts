import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingsFor } from '../messages/submissions.ts'
import { freePort } from '../support/free-port.ts'
import { findPromtool } from '../support/programs.ts'
import { startServer } from '../support/server-process.ts'

const file = 'deploy/alerts.yml'

test('Prometheus understands the alarms, and the server has the metrics that they watch', async () => {
  expect(execFileSync(findPromtool(), ['check', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
  const port = String(await freePort())
  const settings = settingsFor('smtp://127.0.0.1:9', { METRICS_PORT: port })
  await using server = await startServer({ settings })
  await fetch(server.origin)
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await expect.poll(metrics).toContain('contact_messages{')
  const measured = await metrics()
  const { rules } = parse(readFileSync(file, 'utf8')).groups[0] as { rules: { expr: string }[] }
  const watched = rules.flatMap(({ expr }) => expr.match(/[a-z]+(?:_[a-z0-9]+)+(?=[{[ )])/g) ?? [])
  expect(watched.length).toBeGreaterThan(5)
  for (const name of watched) expect(measured).toContain(name)
})
