import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fingerprintSources } from './fingerprint.ts'

const settings = { siteOrigin: 'http://127.0.0.1:3000', retentionDays: 365 }

test('changes with every file, its name and setting that the site is made of, and not with tests, documents, confirmations or a build', () => {
  const [before, folder] = [process.cwd(), temporaryFolder()]
  onTestFinished(() => {
    process.chdir(before)
    folder.remove()
  })
  process.chdir(folder.path)
  const print = (file: string, text: string, changes = {}) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return fingerprintSources({ ...settings, ...changes })
  }
  const sources = ['content/hero.yml', 'src/site/app.tsx', 'vite.config.ts', 'package-lock.json']
  for (const file of sources) mkdirSync(dirname(file), { recursive: true })
  for (const file of sources) writeFileSync(file, '')
  const prints = [...sources, 'content/new.yml'].map((file) => print(file, 'changed'))
  renameSync('content/new.yml', 'content/newer.yml')
  for (const changes of [{}, { siteOrigin: 'https://www.example.org' }, { retentionDays: 30 }])
    prints.push(print('README.md', '', changes))
  expect(new Set(prints).size).toBe(8)
  for (const file of ['src/site/app.test.tsx', 'README.md', 'dist/a.html', 'content/launch.yml'])
    expect([file, print(file, 'changed')]).toEqual([file, prints[5]])
})
