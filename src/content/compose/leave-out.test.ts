import { expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'

const body =
  'Since {{since}}, a body.\n\nAlways said.\n\n- [Register](page:register)\n- [Label](page:check_label)\n\n[Found](page:register).'

test('without certificates, nothing names the register', () => {
  expect(leaveOut(body, false, { since: '2019' })).toBe(
    'Since {{since}}, a body.\n\nAlways said.\n\n- [Label](page:check_label)',
  )
})

test('a fact that is not given takes its paragraph with it', () => {
  expect(leaveOut(body, true, { since: '' })).toBe(
    'Always said.\n\n- [Register](page:register)\n- [Label](page:check_label)\n\n[Found](page:register).',
  )
})
