import anyAscii from 'any-ascii'

/** "No", "n.º", "núm." */
const ofNumber = '(?:n\\.?°\\.?|n\\.|no\\.?(?![\\p{L}\\p{N}])|n[uú]m(?:\\.|[eé]ro|ber)?)'
const words = `(?:${ofNumber}\\s*)?(?:(?:de|du)\\s+)?(?:lote|lot|batch)(?:/(?:lote|lot|batch))?(?:\\s*${ofNumber})?`
const sign = '[^\\p{L}\\p{N}]'
/** What stands before a batch on a label: "Lote 26031201", "L26031201", "N° de lot : 12", "Batch number A1". */
const labelled = new RegExp(`^\\s*${words}(?:${sign}+(?=[\\p{L}\\p{N}])|(?=\\d))`, 'iu')
/** The same, also several of them. An L begins a batch on a label of food (Directive 2011/91/EU, Article 4). */
const labels = new RegExp(`^(?:${labelled.source.slice(1)}|${sign}*l${sign}*(?=[\\p{L}\\p{N}]))+`, 'iu')

/** As it is compared with labels: a small o above stands for a degree sign, and digits of any script are ASCII's. */
const normalise = (typed: string) =>
  typed
    .replaceAll('º', '°')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, anyAscii)

/** Whether something typed says itself that it is a batch. An L alone may also be an initial. */
export const isLabelledBatch = (typed: string) => labelled.test(normalise(typed))

/** A batch as it is written, without labels. */
export const withoutLabels = (typed: string) => normalise(typed).replace(labels, '').trim()

/** A batch as it is compared: its letters and digits alone, without labels and without case. */
export function foldBatch(typed: string): string {
  if (/^\d[A-Z\d]*$/.test(typed)) return typed
  return withoutLabels(typed)
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
