import { expect } from 'vitest'
import { brokenPromises } from '../../src/shared/promised-headers.ts'

/** Holds an answer to the headers of DESIGN.md section 9, each of them once. */
export function expectPromised(what: string, headers: Record<string, unknown>, isOwn = true): void {
  expect(brokenPromises(headers, isOwn), `${what}. See src/shared/security-headers.ts.`).toEqual([])
}
