import { expect, onTestFinished, test, vi } from 'vitest'
import { run } from './run.ts'

test.each([
  ['ENOSPC', 'no space left on device, write', 'The disk is full.'],
  ['EACCES', "permission denied, mkdir 'drafts'", 'This account may not do that.'],
  ['EROFS', "read-only file system, open 'dist/site.json'", 'The disk may only be read.'],
])('%s is reported as a sentence, with the file', async (code, what, sentence) => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exitCode } = process
  onTestFinished(() => {
    process.exitCode = exitCode
    vi.restoreAllMocks()
  })
  await run(async () => {
    throw Object.assign(new Error(`${code}: ${what}`), { code })
  })
  expect(reported.mock.calls).toEqual([[expect.stringMatching(new RegExp(`^${sentence}.*\\(${code}: ${what}\\)$`))]])
  expect(process.exitCode).toBe(1)
})
