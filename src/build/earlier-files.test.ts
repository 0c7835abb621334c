import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BuiltFile } from '../shared/built-site.ts'
import { keepEarlier } from './earlier-files.ts'

const start = Date.parse('2026-03-01T00:00:00Z')

/** A folder in which builds follow one another. Each names its hashed files. */
function makeBuilds() {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const target = `${folder}/public.new`
  function file(path: string, immutable: boolean): BuiltFile {
    mkdirSync(dirname(`${target}/${path}`), { recursive: true })
    writeFileSync(`${target}/${path}`, path)
    writeFileSync(`${target}/${path}.br`, 'small')
    return { path, type: 'text/plain', hash: path, immutable, encodings: ['br'], contentSecurityPolicy: '' }
  }
  function build(day: number, assets: string[]): string[] {
    const hashed = assets.map((name) => [`/assets/${name}`, file(`assets/${name}`, true)])
    const files = { '/old': file('old.html', false), ...Object.fromEntries(hashed) }
    const earlier = keepEarlier(folder, files, target, new Date(start + day * 24 * 60 * 60_000))
    // As the build does at its end: it replaces the folder that is served.
    rmSync(`${folder}/public`, { recursive: true, force: true })
    cpSync(target, `${folder}/public`, { recursive: true })
    rmSync(target, { recursive: true })
    writeFileSync(`${folder}/site.json`, JSON.stringify({ files: { ...files, ...earlier } }))
    return Object.keys(earlier)
  }
  return { folder, build }
}

test('a hashed file that is no longer built is kept, with its compressed forms, until it is built again', () => {
  const { folder, build } = makeBuilds()
  expect(build(0, ['a1.js', 'same.js'])).toEqual([])
  expect(build(1, ['a2.js', 'same.js'])).toEqual(['/assets/a1.js'])
  for (const name of ['a1.js', 'a2.js', 'same.js']) expect(existsSync(`${folder}/public/assets/${name}`)).toBe(true)
  expect(readFileSync(`${folder}/public/assets/a1.js.br`, 'utf8')).toBe('small')
  expect(build(2, ['a1.js', 'same.js'])).toEqual(['/assets/a2.js'])
})

test('it is kept through many builds, until 30 days after the last that had it', () => {
  const { folder, build } = makeBuilds()
  build(0, ['a1.js'])
  build(20, ['a2.js'])
  for (const day of [21, 49]) expect(build(day, [`a${day}.js`])).toContain('/assets/a1.js')
  expect(build(51, ['a51.js']).sort()).toEqual(['/assets/a2.js', '/assets/a21.js', '/assets/a49.js'])
  expect(existsSync(`${folder}/public/assets/a1.js`)).toBe(false)
})
