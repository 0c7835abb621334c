import { expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'

test('a fact that is not given takes its paragraph with it, and in a list its item', () => {
  const body = 'Since {{since}}, a body.\n\nAlways said.\n\n- [Since {{since}}](page:home)\n- [Label](page:check_label)'
  expect(leaveOut(body, { since: '' })).toBe('Always said.\n\n- [Label](page:check_label)')
  expect(leaveOut(body, { since: '2019' })).toBe(body)
})
