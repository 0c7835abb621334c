import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BuiltFile } from '../shared/built-site.ts'
import { keepEarlier } from './earlier-files.ts'

/** A folder in which builds follow one another, each on a day and with hashed files. A build returns what it has kept. */
function makeBuilds() {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const target = `${folder}/public.new`
  function write(path: string, day: number, text = '') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    utimesSync(path, new Date(Date.UTC(2026, 2, day)), new Date(Date.UTC(2026, 2, day)))
  }
  function build(day: number, assets: string[]): string[] {
    function file(path: string, immutable: boolean): BuiltFile {
      for (const form of [path, `${path}.br`]) write(`${target}/${form}`, day)
      return { path, type: 'text/plain', hash: path, immutable, encodings: ['br'], contentSecurityPolicy: '' }
    }
    const hashed = assets.map((name) => [name, file(`assets/${name}`, true)])
    const files = { old: file('old.html', false), ...Object.fromEntries(hashed) }
    const earlier = keepEarlier(folder, files, target)
    // As the build does at its end: it replaces the folder that is served.
    rmSync(`${folder}/public`, { recursive: true, force: true })
    renameSync(target, `${folder}/public`)
    write(`${folder}/site.json`, day, JSON.stringify({ files: { ...files, ...earlier } }))
    return Object.keys(earlier)
  }
  return { folder, build, write }
}

test('a hashed file that is no longer built is kept with its forms, for thirty days after the last build that made it', () => {
  const { folder, build } = makeBuilds()
  const forms = (name: string) => [name, `${name}.br`].map((form) => existsSync(`${folder}/public/assets/${form}`))
  expect(build(0, ['a', 'same'])).toEqual([])
  expect(build(1, ['b', 'same'])).toEqual(['a'])
  expect(build(2, ['a', 'same'])).toEqual(['b'])
  for (const day of [20, 32]) expect(build(day, [`c${day}`])).toContain('a')
  expect(build(90, ['d'])).toContain('a')
  expect(forms('a')).toEqual([true, true])
  expect(build(91, ['e'])).toEqual(['d'])
  expect(forms('a')).toEqual([false, false])
})

test('if the last build is broken, nothing is kept: building again must mend it', () => {
  const { folder, build, write } = makeBuilds()
  build(0, ['a', 'b'])
  rmSync(`${folder}/public/assets/a.br`)
  expect(build(1, [])).toEqual(['b'])
  for (const broken of ['{"files":', 'null', '{}']) {
    write(`${folder}/site.json`, 2, broken)
    expect(build(2, [])).toEqual([])
  }
})
