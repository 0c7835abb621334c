import anyAscii from 'any-ascii'

/** What stands before a batch on a label: "Lote 26031201", "L26031201", "Lot n° 12", "Batch: A1". */
const label = /^\s*(?:lote|lot|batch|l)(?:\s+n[.º°o]{0,2}|\s*n[.º°]+)?(?:[^\p{L}\p{N}]+(?=[\p{L}\p{N}])|(?=\d))/iu

/** Whether something typed says itself that it is a batch. An L alone may also be an initial. */
export const isLabelledBatch = (typed: string) => /^\s*(?:lote|lot|batch)\b/i.test(typed) && label.test(typed)

/** A batch as it is compared: its letters and digits alone, without a label and without case. */
export function foldBatch(typed: string): string {
  if (/^\d[A-Z\d]*$/.test(typed)) return typed
  const digits = typed.normalize('NFKC').replace(/\p{Nd}/gu, anyAscii)
  return digits
    .replace(label, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** The batches that a decision names, as they are written. */
export const batchesIn = (cell: string): string[] =>
  cell.split(/[,;\n]/).flatMap((batch) => (batch.trim() ? [batch.trim()] : []))

/**
 * All that a decision may mean by the batches that it names, as it is compared. Somebody may have written "0001 0002" for two of
 * them, and no pack of either may be called covered.
 */
export function namedBatches(cell: string): string[] {
  return batchesIn(cell)
    .flatMap((batch) => {
      const words = batch.split(/\s+/)
      return words.flatMap((_, start) =>
        words.slice(start).map((_, more) => foldBatch(words.slice(start, start + more + 1).join(' '))),
      )
    })
    .filter(Boolean)
}

/** Whether something could be a batch: some letters and digits, with signs between them that labels have. */
export const isBatch = (typed: string) => /^[\p{L}\p{N} .,/\\_\-–:#()+*º°]+$/u.test(typed) && foldBatch(typed) !== ''
