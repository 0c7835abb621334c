import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldBatch, namedBatches } from './batch.ts'

test('a batch is compared by its letters and digits, without case, signs and any label', () => {
  const part = fc.stringMatching(/^[A-Z\d]{1,4}$/)
  const sign = fc.constantFrom('', ' ', '.', '-', '/', ' - ', '\u00a0')
  const label = fc.constantFrom('', 'L', 'L ', 'l-', 'Lote ', 'LOT: ', 'lot n° ', 'Lote nº: ', 'batch ', 'Batch#')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99 }),
      fc.array(part, { minLength: 1 }),
      sign,
      label,
      (first, parts, sign, label) => {
        const written = [String(first), ...parts]
        for (const typed of [written.join(sign), written.join(sign).toLowerCase()])
          expect(foldBatch(label + typed)).toBe(written.join(''))
      },
    ),
  )
  for (const other of ['LN26', 'LX26', 'LOTUS 26', '126']) expect(foldBatch(other)).not.toBe('26')
})

test('a batch that a decision names is found among others, also if only spaces are between them', () => {
  const batches = fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(batches, fc.constantFrom(', ', ';', ' ', '\n', ' ,'), (batches, separator) => {
      expect(namedBatches(batches.join(separator))).toEqual(expect.arrayContaining(batches))
    }),
  )
})
