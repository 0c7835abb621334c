import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BuiltFile } from '../shared/built-site.ts'
import { keepEarlier } from './earlier-files.ts'

const dayOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day))

/** A folder in which builds follow one another. Each names its hashed files. */
function makeBuilds() {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const target = `${folder}/public.new`
  function write(path: string, text: string, day: number) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    utimesSync(path, dayOf(day), dayOf(day))
  }
  function file(path: string, immutable: boolean, day: number): BuiltFile {
    write(`${target}/${path}`, path, day)
    write(`${target}/${path}.br`, 'small', day)
    return { path, type: 'text/plain', hash: path, immutable, encodings: ['br'], contentSecurityPolicy: '' }
  }
  function build(day: number, assets: string[]): string[] {
    const hashed = assets.map((name) => [`/assets/${name}`, file(`assets/${name}`, true, day)])
    const files = { '/old': file('old.html', false, day), ...Object.fromEntries(hashed) }
    const earlier = keepEarlier(folder, files, target)
    // As the build does at its end: it replaces the folder that is served.
    rmSync(`${folder}/public`, { recursive: true, force: true })
    renameSync(target, `${folder}/public`)
    write(`${folder}/site.json`, JSON.stringify({ files: { ...files, ...earlier } }), day)
    return Object.keys(earlier)
  }
  return { folder, build, write }
}

test('a hashed file that is no longer built is kept, with its compressed forms, until it is built again', () => {
  const { folder, build } = makeBuilds()
  expect(build(0, ['a1.js', 'same.js'])).toEqual([])
  expect(build(1, ['a2.js', 'same.js'])).toEqual(['/assets/a1.js'])
  for (const name of ['a1.js', 'a2.js', 'same.js']) expect(existsSync(`${folder}/public/assets/${name}`)).toBe(true)
  expect(readFileSync(`${folder}/public/assets/a1.js.br`, 'utf8')).toBe('small')
  expect(build(2, ['a1.js', 'same.js'])).toEqual(['/assets/a2.js'])
})

test('it is kept through many builds: those of the last one, and of the thirty days before that', () => {
  const { folder, build } = makeBuilds()
  build(0, ['a1.js'])
  for (const day of [20, 21, 30]) expect(build(day, [`a${day}.js`])).toContain('/assets/a1.js')
  expect(build(90, ['a90.js'])).toContain('/assets/a1.js')
  expect(build(91, ['a91.js'])).toEqual(['/assets/a90.js'])
  expect(existsSync(`${folder}/public/assets/a1.js`)).toBe(false)
})

test('if the last build is broken, nothing is kept: building again must mend it', () => {
  const { folder, build, write } = makeBuilds()
  build(0, ['a1.js', 'b1.js'])
  rmSync(`${folder}/public/assets/a1.js.br`)
  expect(build(1, [])).toEqual(['/assets/b1.js'])
  for (const broken of ['{"files":', 'null', '{}']) {
    write(`${folder}/site.json`, broken, 2)
    expect(build(2, [])).toEqual([])
  }
})
