import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInbox, messageOf } from '../../../tests/support/inbox.ts'
import { UsageError } from '../../shared/command-error.ts'
import { InboxError } from './command.ts'

const hostile = { name: '=cmd|calc', message: '-2+3, "quoted"; and\nanother line\t\x1b[2J' }

test('writes CSV that a spreadsheet reads and does not execute', async () => {
  await using inbox = await makeInbox()
  const id = await inbox.keep(hostile)
  await inbox.keep({ website: 'https://spam.example' })
  expect(await inbox.ask('export')).toBe(
    [
      '\ufeffid,receivedAt,state,name,email,message,language,attempts,possibleCopies,dueAt,reason,deliveredAt',
      `${id},2026-03-01T11:59:00.000Z,waiting,'=cmd|calc,marie@example.org,"'-2+3, ""quoted""; and\nanother line\\t\\u001b[2J",fr,0,0,2026-03-01T11:59:00.000Z,,`,
      '',
    ].join('\r\n'),
  )
})

test('quotes a message of several lines, which would be several rows', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ message: 'one\ntwo' })
  expect(await inbox.ask('export')).toContain(',"one\ntwo",')
})

test('separates with semicolons when asked to', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ message: 'one; two, three' })
  const [head, row] = (await inbox.ask('export', '--separator', 'semicolon')).split('\r\n')
  expect(head).toMatch(/^\ufeffid;receivedAt;/)
  expect(row).toContain(';"one; two, three";')
})

test('an empty inbox still has its first line', async () => {
  await using inbox = await makeInbox()
  expect(await inbox.ask('export')).toMatch(/^\ufeffid,[\w,]+\r\n$/)
  expect(await inbox.ask('export', '--format', 'json')).toBe('[]\n')
})

test('writes JSON to the letter', async () => {
  await using inbox = await makeInbox()
  await inbox.keep({ ...hostile, message: `${hostile.message}\u202e` })
  const text = await inbox.ask('export', '--format', 'json')
  expect(text).toContain('\\u202e')
  expect(JSON.parse(text)).toMatchObject([{ name: hostile.name, message: `${hostile.message}\u202e` }])
  expect(await inbox.ask('export', '--json')).toBe(text)
})

test('leaves out the trapped, unless they are asked for', async () => {
  await using inbox = await makeInbox()
  await inbox.keepOneOfEach()
  const names = async (...args: string[]) =>
    JSON.parse(await inbox.ask('export', '--format', 'json', ...args)).map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['waiting', 'unknown', 'refused', 'delivered'])
  expect(await names('--state', 'trapped')).toEqual(['trapped'])
  expect(await names('--state', 'refused')).toEqual(['refused'])
})

test('writes a file that only its owner may read', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const file = join(inbox.folder, 'messages.csv')
  expect(await inbox.ask('export', '--output', file)).toBe(`1 message written to ${file}\n`)
  expect(readFileSync(file, 'utf8')).toBe(await inbox.ask('export'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await inbox.askJson('export', '--output', file, '--force')).toEqual({ exported: 1, format: 'json', file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(1)
})

test('overwrites nothing without --force', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const file = join(inbox.folder, 'accounts.csv')
  writeFileSync(file, 'precious'.repeat(1000))
  chmodSync(file, 0o644)
  const refused = await inbox.run(['export', '--output', file])
  expect(refused.error).toBeInstanceOf(InboxError)
  expect(messageOf(refused)).toBe(`${file} is there already. Give another name, or --force to overwrite it.`)
  expect(readFileSync(file, 'utf8')).toBe('precious'.repeat(1000))

  await inbox.ask('export', '--output', file, '--force')
  expect(readFileSync(file, 'utf8')).toBe(await inbox.ask('export'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('says when the file cannot be written', async () => {
  await using inbox = await makeInbox()
  const { error } = await inbox.run(['export', '--output', join(inbox.folder, 'no', 'such.csv')])
  expect(error).toBeInstanceOf(InboxError)
  expect((error as Error).message).toMatch(/such\.csv cannot be written: ENOENT/)
})

test.each([
  [['--format', 'xlsx'], '"xlsx" is no format. Choose csv or json.'],
  [['--separator', 'tab'], '"tab" is no separator. Choose comma or semicolon.'],
  [['--format', 'json', '--separator', 'comma'], '--separator goes with --format csv.'],
  [['--force'], '--force goes with --output.'],
  [['--output', ''], '--output needs the name of a file.'],
  [['--json', '--format', 'csv'], '--json with CSV needs --output.'],
])('refuses %j', async (args, fault) => {
  await using inbox = await makeInbox()
  const refused = await inbox.run(['export', ...args])
  expect(refused.error).toBeInstanceOf(UsageError)
  expect(messageOf(refused)?.split('\n')[0]).toBe(fault)
})
