import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprintSources, isBuilt, recordFingerprint } from './fingerprint.ts'

const settings = { origin: 'http://127.0.0.1:3000', retentionDays: 365 }

/** Makes a small project the working directory. */
function enterProject() {
  const before = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  process.chdir(folder)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  write('content/texts/es/hero.yml', 'title: Hola')
  write('src/site/app.tsx', 'export const App = 1')
  write('vite.config.ts', 'export default {}')
  write('package-lock.json', '{}')
  write('dist/index.html', '')
  return {
    write,
    [Symbol.dispose]: () => {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    },
  }
}

test.each([
  ['a text', 'content/texts/es/hero.yml'],
  ['a new text', 'content/texts/es/mission.yml'],
  ['a source', 'src/site/app.tsx'],
  ['the bundler’s settings', 'vite.config.ts'],
  ['a dependency', 'package-lock.json'],
])('changes with %s', (_what, file) => {
  using project = enterProject()
  const before = fingerprintSources(settings)
  project.write(file, 'changed')
  expect(fingerprintSources(settings)).not.toBe(before)
})

test('changes when a file only gets another name', () => {
  using _project = enterProject()
  const before = fingerprintSources(settings)
  renameSync('content/texts/es/hero.yml', 'content/texts/es/héroe.yml')
  expect(fingerprintSources(settings)).not.toBe(before)
})

test.each([{ origin: 'https://www.example.org' }, { retentionDays: 30 }])(
  'changes with %j, which pages name',
  (change) => {
    using _project = enterProject()
    expect(fingerprintSources({ ...settings, ...change })).not.toBe(fingerprintSources(settings))
  },
)

test.each([
  'src/site/app.test.tsx',
  'src/shared/texts.generated.ts',
  'README.md',
  'dist/index.html',
  'tests/a.test.ts',
  // Confirmations for the launch check, which no page shows.
  'content/launch.yml',
])('%s does not count: the site is not made of it', (file) => {
  using project = enterProject()
  const before = fingerprintSources(settings)
  project.write(file, 'changed')
  expect(fingerprintSources(settings)).toBe(before)
})

test('the site counts as built only for the recorded fingerprint', () => {
  using _project = enterProject()
  const fingerprint = fingerprintSources(settings)
  expect(isBuilt(fingerprint)).toBe(false)
  recordFingerprint(fingerprint)
  expect(isBuilt(fingerprint)).toBe(true)
  expect(isBuilt(`${fingerprint}0`)).toBe(false)
})
