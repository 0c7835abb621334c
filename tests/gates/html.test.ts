import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawAnswer, readContactDesk } from '../../src/server/contact/answer-page.ts'
import type { FormAnswer, FormOutcome } from '../../src/shared/contact/form-answer.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { checkHtml, type HtmlMessage } from '../../src/testing/html-checker.ts'
import { builtSite, everyPage } from './built-pages.ts'

/** Java starts slowly, and may have to be installed first. */
const checkerMs = 10 * 60_000

/**
 * What the checker does not know yet. CSS Anchor Positioning (drafts.csswg.org/css-anchor-position-1) is in every engine;
 * a browser without it reads the declaration before. An entry that no longer helps has to go.
 */
const unknownToTheChecker = [
  /^CSS: “anchor-name”: Property “anchor-name” doesn't exist\.$/,
  /^CSS: “inset-block-start”: “anchor\(--[\w-]+ end,[\d.]+rem\)” is not a “inset-block-start” value\.$/,
]

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
  const desk = await readContactDesk(resolve('dist'))
  for (const language of allLanguages)
    for (const [name, outcome] of Object.entries(answers)) {
      const answer: FormAnswer = { outcome, typed }
      const file = join(folder, language, `${name}.html`)
      mkdirSync(join(folder, language), { recursive: true })
      writeFileSync(file, drawAnswer(desk, language, answer).html)
      checked.set(file, `the answer “${name}” to a plain form in ${language}`)
    }
  messages = await checkHtml([...checked.keys()])
}, checkerMs)

afterAll(() => rmSync(folder, { recursive: true }))

const isKnown = ({ text }: HtmlMessage) => unknownToTheChecker.some((pattern) => pattern.test(text))

test('the Nu HTML checker has seen every page, every drawing and every answer to a plain form', () => {
  const files = [...checked.values()]
  for (const { address } of everyPage) expect(files).toContain(address)
  expect(files.filter((file) => file.endsWith('.svg')).length).toBeGreaterThan(6)
  expect(files.filter((file) => file.startsWith('the answer'))).toHaveLength(15)
  expect(everyPage.length).toBeGreaterThan(0)
})

test('the Nu HTML checker finds no error and has no warning', () => {
  expect(
    messages
      .filter((message) => !isKnown(message))
      .map(
        ({ file, type, line, text, extract }) =>
          `${checked.get(file) ?? file}, line ${line}: ${type}: ${text} Mend it where this is drawn: ${extract}`,
      ),
  ).toEqual([])
})

test('what is excused is still there', () => {
  expect(
    unknownToTheChecker
      .filter((pattern) => !messages.some(({ text }) => pattern.test(text)))
      .map((pattern) => `Nothing matches ${pattern} any more. Remove it from unknownToTheChecker.`),
  ).toEqual([])
})
