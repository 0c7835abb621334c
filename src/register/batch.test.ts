import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldBatch, namedBatches, readingsOf } from './batch.ts'

test('a batch is compared by its letters and digits, without case, signs and any labels', () => {
  // What begins like a label cannot be told from one.
  const batch = fc.stringMatching(/^[A-Z\d]{1,8}$/).filter((batch) => !/^L*(N|OT|LOT|BATCH)/.test(batch))
  const sign = fc.constantFrom('', ' ', '.', '-', '/', ' - ', '\u00a0')
  const word = fc.constantFrom('Lote', 'LOT', 'lot n°', 'Lote nº', 'batch', 'N° de lot', 'nº lote', 'Batch number')
  const worded = fc.tuple(word, fc.constantFrom(' ', ': ', ' : ', '#')).map((parts) => parts.join(''))
  const label = fc.oneof(worded, fc.constantFrom('', 'L', 'L ', 'l-', 'Lote: L', 'LOTE/BATCH: ', 'Número de lote '))
  fc.assert(
    fc.property(batch, sign, label, (written, sign, label) => {
      const typed = [...written].join(sign)
      for (const each of [typed, typed.toLowerCase()]) expect(foldBatch(label + each)).toBe(foldBatch(written))
      expect(foldBatch(written)).toBe(written.replace(/^L+(?=.)/, ''))
    }),
    { numRuns: 300 },
  )
  expect(foldBatch('lot N26')).toBe('N26')
  for (const other of ['LN26', 'LX26', 'LOTUS 26', '126']) expect(foldBatch(other)).not.toBe('26')
})

test('what stands before and behind a batch on a label is not part of it', () => {
  const before = ['the batch', 'El lote', 'los lotes', 'Le lot', 'les lots de', 'Lote / Lot:', '\ufe0fLOT']
  const behind = ['14:35', '14.35', '12/03/26', 'BBE 12/26', 'Cons. pref. 12', 'DLUO 12/26', 'A CONSOMMER AVANT LE 12']
  for (const label of before) expect([label, foldBatch(`${label} 250312`)]).toEqual([label, '250312'])
  for (const words of behind) expect([words, readingsOf(`L250312 ${words}`)[1]]).toEqual([words, '250312'])
})

test('a batch that a decision names is found among others, whatever is between them', () => {
  const batches = fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      batches,
      fc.constantFrom(', ', ';', ' ', '\n', ' ,', '/', ' / ', '|', ' & ', '+', '、', '\u00a0', ' y ', '\\', ' ('),
      (batches, separator) => {
        expect(namedBatches(batches.join(separator))).toEqual(expect.arrayContaining(batches))
      },
    ),
  )
})

test('two long numbers are two batches, whatever joins them, and a short one belongs to the long one', () => {
  for (const sign of ['-', '_', '.', '--']) {
    for (const batches of [`250313${sign}250312`, `L250313${sign}L250312`])
      expect(namedBatches(batches)).toEqual(expect.arrayContaining(['250313', '250312']))
    expect(namedBatches(`25031${sign}01`)).toEqual(['2503101'])
  }
})
