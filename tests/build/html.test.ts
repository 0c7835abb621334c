import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { resultPage } from '../../src/server/contact/result-page.ts'
import { respondPage } from '../../src/server/pages/respond-page.ts'
import type { FormOutcome } from '../../src/shared/contact/message-rules.ts'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { findJava } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { builtSite, everyPage } from './built-pages.ts'

const typed = { name: 'Ana <b>', email: 'ana@example', message: '"Hola" & adiós\n<script>' }
const outcomes: FormOutcome[] = [
  { kind: 'invalid', errors: { name: 'long', email: 'format', message: 'empty' } },
  { kind: 'kept' },
  { kind: 'too-many', minutes: 7 },
  { kind: 'failed' },
  { kind: 'unreadable' },
]

test('the Nu HTML checker, which the W3C runs, finds no error and has no warning', async () => {
  const files = Object.values(builtSite.files).flatMap(({ path }) =>
    /\.(html|svg)$/.test(path) ? [resolve('dist/public', path)] : [],
  )
  expect(files.length).toBeGreaterThan(everyPage.length)
  // The page that nginx serves while the service is away.
  files.push(resolve('dist/nginx/outage.html'))
  // The answers to a plain form.
  using folder = temporaryFolder()
  const site = await readBuiltSite()
  for (const language of publishedLanguages)
    for (const outcome of outcomes) {
      mkdirSync(join(folder.path, language), { recursive: true })
      const file = join(folder.path, language, `${outcome.kind}.html`)
      const page = resultPage(site.contact.pages[language], { ...outcome, typed })
      writeFileSync(file, respondPage({}, site, { page, status: 200, cacheControl: '' }).body ?? '')
      files.push(file)
    }
  // Compiling its hottest code a second time takes as long as the whole check. Its first compiler's code needs more stack.
  const java = ['-XX:TieredStopAtLevel=1', '-Xss4m', '-Dfile.encoding=UTF-8']
  const args = [...java, '-jar', 'node_modules/vnu-jar/build/dist/vnu.jar', '--also-check-svg']
  const options = { all: true, lines: true, reject: false, env: { LC_ALL: 'C.UTF-8' } } as const
  const { exitCode, all } = await execa(findJava(), [...args, ...files], options)
  // Each finding is a line with its file. Notes are no warnings.
  expect(all.filter((line) => !/: info: /.test(line))).toEqual([])
  expect(exitCode).toBe(0)
})
