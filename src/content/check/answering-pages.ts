import type { PageData } from '../../shared/page-data.ts'
import type { Problem, Told } from '../problem.ts'
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
export function checkAnsweringPages(page: PageData): Problem[] {
  switch (page.kind) {
    case 'home': {
      const { check_label, get_certified, ask } = page.content.help
      return Object.entries({ check_label, get_certified, ask }).flatMap(([need, { text }]) =>
        tooLong(page, 'help', `${need}.text`, text, needLimit, 'three of these stand side by side'),
      )
    }
    case 'check-label': {
      const { answer, shop } = page.content
      const message = `There are ${shop.steps.length} steps. Write ${shopSteps}: the drawing numbers the first four.`
      return [
        ...answerTooLong(page, answer),
        ...(shop.steps.length === shopSteps
          ? []
          : [
              problem(page, 'check_label', 'shop.steps', message, {
                code: 'count',
                values: { count: shop.steps.length, wanted: shopSteps },
              }),
            ]),
      ]
    }
    case 'get-certified': {
      const { answer, documents } = page.content
      const count = documents.groups.reduce((sum, { items }) => sum + items.length, 0)
      const message = `The list has ${count} documents. Write ${documentLimit} at most: it prints on one page.`
      return [
        ...answerTooLong(page, answer),
        ...(count <= documentLimit
          ? []
          : [
              problem(page, 'get_certified', 'documents.groups', message, {
                code: 'at_most',
                values: { count, most: documentLimit },
              }),
            ]),
      ]
    }
    default:
      return []
  }
}

const answerTooLong = (page: PageData, answer: string) =>
  tooLong(page, page.page, 'answer', answer, answerLimit, 'it stands above the fold of a small phone')

function tooLong(page: PageData, section: string, key: string, text: string, limit: number, reason: string): Problem[] {
  const message = `This text has ${text.length} characters. Write ${limit} at most: ${reason}.`
  const told: Told = { code: 'too_long', values: { count: text.length, most: limit } }
  return text.length <= limit ? [] : [problem(page, section, key, message, told)]
}

const problem = ({ language }: PageData, section: string, key: string, message: string, told: Told): Problem => ({
  file: textFile(language, section),
  key,
  message,
  ...told,
})
