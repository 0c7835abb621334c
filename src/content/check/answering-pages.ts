import type { PageData } from '../../shared/page-data.ts'
import type { Problem } from '../problem.ts'
import { textFile } from '../read/texts.ts'

/** In characters: so long an answer stands above the fold of a small phone, with the link below it. */
const answerLimit = 100
/** One for each of the four numbers in the drawing of the specimen, and one for the photo. */
const shopSteps = 5
/** So many documents print on one page. */
const documentLimit = 24
/** In characters: two or three lines of a third of the page. */
const needLimit = 160

/** The rules for the pages that people come for something to, and for the home page, which answers them first. */
export function* checkAnsweringPages(page: PageData): Generator<Problem> {
  if (page.kind === 'home') {
    const { check_label, get_certified, ask } = page.content.help
    for (const [need, { text }] of Object.entries({ check_label, get_certified, ask }))
      yield* tooLong(page, 'help', `${need}.text`, text, needLimit, 'three of these stand side by side')
  }
  if (page.kind === 'check-label' || page.kind === 'get-certified')
    yield* tooLong(
      page,
      page.page,
      'answer',
      page.content.answer,
      answerLimit,
      'it stands above the fold of a small phone',
    )
  if (page.kind === 'check-label') {
    const { length: count } = page.content.shop.steps
    const place = { file: textFile(page.language, 'check_label'), key: 'shop.steps' }
    const message = `There are ${count} steps. Write ${shopSteps}: the drawing numbers the first four.`
    if (count !== shopSteps) yield { ...place, message, code: 'count', values: { count, wanted: shopSteps } }
  }
  if (page.kind === 'get-certified') {
    const count = page.content.documents.groups.flatMap(({ items }) => items).length
    const place = { file: textFile(page.language, 'get_certified'), key: 'documents.groups' }
    const message = `The list has ${count} documents. Write ${documentLimit} at most: it prints on one page.`
    if (count > documentLimit) yield { ...place, message, code: 'at_most', values: { count, most: documentLimit } }
  }
}

function* tooLong(
  { language }: PageData,
  section: string,
  key: string,
  { length: count }: string,
  most: number,
  reason: string,
): Generator<Problem> {
  const message = `This text has ${count} characters. Write ${most} at most: ${reason}.`
  if (count > most) yield { file: textFile(language, section), key, message, code: 'too_long', values: { count, most } }
}
