import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BuiltFile } from '../shared/built-site.ts'
import { keepEarlier, readEarlier } from './earlier-files.ts'

const dayMs = 24 * 60 * 60_000
const start = Date.parse('2026-03-01T00:00:00Z')
const megabyte = 1024 * 1024

/** A folder in which builds follow one another. Each names its hashed files and their size. */
function makeBuilds() {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    build(day: number, assets: string[], bytes = 10) {
      const now = new Date(start + day * dayMs)
      const target = `${folder}/public.new`
      rmSync(target, { recursive: true, force: true })
      const file = (path: string, immutable: boolean): BuiltFile => {
        mkdirSync(dirname(`${target}/${path}`), { recursive: true })
        writeFileSync(`${target}/${path}`, Buffer.alloc(bytes, path))
        writeFileSync(`${target}/${path}.br`, 'small')
        return { path, type: 'text/plain', hash: path, immutable, encodings: ['br'], contentSecurityPolicy: '' }
      }
      const files = {
        '/': file('index.html', false),
        '/favicon.svg': file('favicon.svg', false),
        ...Object.fromEntries(assets.map((name) => [`/assets/${name}`, file(`assets/${name}`, true)])),
      }
      const earlier = keepEarlier(readEarlier(folder, now), files, target, now)
      // As the build does at its end: it replaces the folder that is served.
      rmSync(`${folder}/public`, { recursive: true, force: true })
      renameSync(target, `${folder}/public`)
      writeFileSync(`${folder}/site.json`, JSON.stringify({ files, earlier }))
      return Object.keys(earlier)
    },
    files: () => readdirSync(`${folder}/public/assets`).sort(),
  }
}

test('a hashed file that a build does not have any more is kept, with its compressed forms, until it comes back', () => {
  const builds = makeBuilds()
  expect(builds.build(0, ['a1.js', 'same.js'])).toEqual([])
  writeFileSync(`${builds.folder}/public/old-page.html`, '')
  expect(builds.build(1, ['a2.js', 'same.js'])).toEqual(['/assets/a1.js'])
  expect(builds.files()).toEqual(['a1.js', 'a1.js.br', 'a2.js', 'a2.js.br', 'same.js', 'same.js.br'])
  expect(readFileSync(`${builds.folder}/public/assets/a1.js.br`, 'utf8')).toBe('small')
  expect(existsSync(`${builds.folder}/public/old-page.html`)).toBe(false)
  expect(builds.build(2, ['a1.js', 'same.js'])).toEqual(['/assets/a2.js'])
})

test('it is kept through many builds, until 30 days after the last that had it', () => {
  const builds = makeBuilds()
  builds.build(0, ['a1.js'])
  builds.build(20, ['a2.js'])
  for (const day of [21, 30, 49]) expect(builds.build(day, [`a${day}.js`])).toContain('/assets/a1.js')
  expect(builds.build(51, ['a51.js'])).not.toContain('/assets/a1.js')
  expect(builds.files()).not.toContain('a1.js')
})

test('the disk does not fill: the oldest go first, and the build before always stays whole', () => {
  const builds = makeBuilds()
  for (let day = 0; day < 8; day++) builds.build(day, [`a${day}.js`, `b${day}.js`], 3 * megabyte)
  expect(builds.files().filter((name) => name.endsWith('.js'))).toEqual([
    'a4.js',
    'a5.js',
    'a6.js',
    'a7.js',
    'b5.js',
    'b6.js',
    'b7.js',
  ])
  const large = makeBuilds()
  large.build(0, ['a0.js', 'b0.js'], 20 * megabyte)
  expect(large.build(1, ['a1.js', 'b1.js'], 20 * megabyte)).toEqual(['/assets/a0.js', '/assets/b0.js'])
})

test('what somebody has removed from the disk is not promised', () => {
  const builds = makeBuilds()
  builds.build(0, ['a1.js', 'b1.js'])
  rmSync(`${builds.folder}/public/assets/a1.js.br`)
  expect(builds.build(1, ['a2.js'])).toEqual(['/assets/b1.js'])
})
