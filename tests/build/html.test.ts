import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawAnswer, readBuiltContact } from '../../src/server/contact/answer-page.ts'
import type { FormAnswer, FormOutcome } from '../../src/shared/contact/form-answer.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { checkHtml, type HtmlMessage } from '../support/html-checker.ts'
import { builtSite, everyPage } from './built-pages.ts'

/** Java starts slowly, and may have to be installed first. */
const checkerMs = 10 * 60_000

const typed = { name: 'Ana <b>', email: 'ana@example', message: '"Hola" & adiós\n<script>' }
const answers: Record<string, FormOutcome> = {
  refused: { kind: 'refused', errors: { name: 'long', email: 'format', message: 'empty' } },
  kept: { kind: 'kept' },
  'too-many': { kind: 'too-many', minutes: 7 },
  failed: { kind: 'failed' },
  unreadable: { kind: 'unreadable' },
}

let folder = ''
let messages: HtmlMessage[] = []
/** What each checked file is, by its path. */
const checked = new Map<string, string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'html-'))
  for (const [address, { path }] of Object.entries(builtSite.files))
    if (/\.(html|svg)$/.test(path)) checked.set(resolve('dist/public', path), address)
  checked.set(resolve('dist/nginx/outage.html'), 'the page that nginx gives while the service is away')
  const built = await readBuiltContact(resolve('dist'))
  for (const language of allLanguages)
    for (const [name, outcome] of Object.entries(answers)) {
      const answer: FormAnswer = { outcome, typed }
      const file = join(folder, language, `${name}.html`)
      mkdirSync(join(folder, language), { recursive: true })
      writeFileSync(file, drawAnswer(built, language, answer).html)
      checked.set(file, `the answer “${name}” to a plain form in ${language}`)
    }
  messages = await checkHtml([...checked.keys()])
}, checkerMs)

afterAll(() => rmSync(folder, { recursive: true }))

test('the Nu HTML checker finds no error and has no warning', () => {
  expect(checked.size).toBeGreaterThan(everyPage.length + 5 * allLanguages.length)
  expect(
    messages.map(
      ({ file, type, line, text, extract }) =>
        `${checked.get(file) ?? file}, line ${line}: ${type}: ${text} Mend it where this is drawn: ${extract}`,
    ),
  ).toEqual([])
})
