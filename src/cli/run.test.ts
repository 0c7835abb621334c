import { expect, onTestFinished, test, vi } from 'vitest'
import { run } from './run.ts'

test.each([
  ['ENOSPC', 'write', /^The disk is full\. .*\(ENOSPC: write\)$/],
  ['EACCES', 'mkdir', /^Permission denied\. .*\(EACCES: mkdir\)$/],
  ['EROFS', 'open', /^The disk is read-only\. \(EROFS: open\)$/],
  ['EADDRNOTAVAIL', 'listen', /^Cannot start: EADDRNOTAVAIL: listen\. Set HOST to an address of this machine/],
  ['ENOTFOUND', 'getaddrinfo', /^Cannot start: ENOTFOUND: getaddrinfo\. Set HOST to an address of this machine/],
])('%s is reported as a sentence, with what the system says', async (code, syscall, sentence) => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exitCode } = process
  onTestFinished(() => {
    process.exitCode = exitCode
    vi.restoreAllMocks()
  })
  await run(async () => {
    throw Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
  })
  expect(reported.mock.calls).toEqual([[expect.stringMatching(sentence)]])
  expect(process.exitCode).toBe(1)
})
