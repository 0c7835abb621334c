import { expect, test } from 'vitest'
import { countryCodes } from './country-codes.ts'

test('there are the 249 codes that ISO 3166-1 assigns, and none that is reserved', () => {
  expect(countryCodes).toHaveLength(249)
  expect(countryCodes).toEqual(expect.arrayContaining(['ES', 'FR', 'GB', 'PS', 'SS', 'BQ', 'EH', 'TW', 'AX']))
  expect(countryCodes.filter((code) => /^(?:AC|CP|CQ|DG|EA|IC|TA|XK|EU|UK|SU)$/.test(code))).toEqual([])
})
