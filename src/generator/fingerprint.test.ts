import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fingerprintSources } from './fingerprint.ts'

const settings = { siteOrigin: 'http://127.0.0.1:3000', retentionDays: 365 }
const sources = ['content/hero.yml', 'src/site/app.tsx', 'vite.config.ts', 'package-lock.json']
const before = process.cwd()
const folder = temporaryFolder()

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  process.chdir(folder.path)
  for (const file of sources) write(file, '')
})
afterAll(() => {
  process.chdir(before)
  folder.remove()
})

test('changes with every file and setting that the site is made of, and with the name of a file', () => {
  const fingerprints = [fingerprintSources(settings)]
  for (const file of [...sources, 'content/new.yml']) {
    write(file, 'changed')
    fingerprints.push(fingerprintSources(settings))
  }
  renameSync('content/new.yml', 'content/newer.yml')
  for (const change of [{}, { siteOrigin: 'https://www.example.org' }, { retentionDays: 30 }])
    fingerprints.push(fingerprintSources({ ...settings, ...change }))
  expect(new Set(fingerprints).size).toBe(9)
})

test('tests, what the build writes to dist, documents, and confirmations, which no page shows, do not count', () => {
  const fingerprint = fingerprintSources(settings)
  for (const file of ['src/site/app.test.tsx', 'README.md', 'dist/a.html', 'content/launch.yml']) write(file, 'changed')
  expect(fingerprintSources(settings)).toBe(fingerprint)
})
