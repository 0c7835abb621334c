import { expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'

const texts = {
  body: 'Since {{since}}, a body.\n\nAlways said.\n\n- [Register](page:register)\n- [Label](page:check_label)\n\n[Found](page:register).',
}

test('without certificates, nothing names the register', () => {
  expect(leaveOut(texts, { register: false, facts: { since: '2019' } })).toEqual({
    body: 'Since {{since}}, a body.\n\nAlways said.\n\n\n- [Label](page:check_label)\n\n',
  })
})

test('a fact that is not given takes its paragraph with it', () => {
  expect(leaveOut(texts, { register: true, facts: { since: '' } })).toEqual({
    body: '\n\nAlways said.\n\n- [Register](page:register)\n- [Label](page:check_label)\n\n[Found](page:register).',
  })
})
