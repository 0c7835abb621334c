import { expect, test } from 'vitest'
import { allLanguages } from '../shared/languages.ts'
import { longDate } from '../shared/long-date.ts'
import { readPack } from './pack.ts'

// What is answered: tests/build/register.test.ts.

const today = '2026-11-26'
const read = (packed: string, batch = '') => readPack(packed, batch, today)

test('a day is read as each language writes it, also short, and with the day first', () => {
  for (const month of ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'])
    for (const day of [`2026-${month}-01`, `2026-${month}-12`])
      for (const language of allLanguages)
        expect(read(longDate(day, language))).toMatchObject({ pack: { packed: day } })
  for (const typed of [
    ...['12/3/2026', '12.3.2026', '12-03-2026', '12 MAR. 2026', 'jueves, 12 de marzo de 2026', 'March 12th, 2026'],
    ...['2026/3/12', '2026.03.12', '2026-3-12', '12 / 3 / 2026', '12. 3. 2026'],
    ...['\u200e2026-03-12\u200e', '\ufe0f12\u034f/3/2026', '١٢/٣/٢٠٢٦', 'le 12 mars 2026', '12-mar-2026'],
  ])
    expect([typed, read(typed).pack.packed]).toEqual([typed, '2026-03-12'])
  for (const typed of ['30 de febrero de 2026', '12 jui 2026', '12 March', 'March 2026', '12/03/26', 'ayer', '31 2026'])
    expect([typed, read(typed).errors]).toEqual([typed, { packed: 'packed_invalid' }])
  expect(read('27 novembre 2026').errors).toEqual({ packed: 'packed_future' })
})

test('a batch is read as the search reads it, and of a scanned code its batch and its day', () => {
  expect(read('', '\u200elote de fabricación L250312\u200e')).toEqual({
    pack: { packed: '', batch: 'lote de fabricación L250312' },
    errors: {},
  })
  const [gtin, gs] = ['0108412345678905', '\x1d']
  for (const scanned of [
    '(01)08412345678905(13)260313(10)26031201',
    `]C1${gtin}1326031310${'26031201'}`,
    `]d2${gtin}1026031201${gs}112603133103000500`,
    `]Q3${gtin}310300050010${'26031201'} 21ABC${gs}13260313`,
  ])
    expect([scanned, read('', scanned).pack]).toEqual([scanned, { packed: '2026-03-13', batch: '26031201' }])
  expect(read('2026-03-01', '(10)26031201(11)260300').pack).toEqual({ packed: '2026-03-01', batch: '26031201' })
})
