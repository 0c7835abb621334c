import type { PageKey } from '../../shared/pages.ts'
import type { RichNode, RichText } from '../../shared/rich-text.ts'
import { localise, longDate } from '../read/organisation.ts'
import type { SectionReader } from './section-reader.ts'

/** When a page was last reviewed and by whom, as its head says it; nothing where content/organisation.yml does not say. */
export function reviewOf(reader: SectionReader, page: PageKey): RichText | undefined {
  const review = reader.content.organisation.reviews.find(({ pages }) => pages.includes(page))
  if (!review) return undefined
  const parts: Record<string, RichNode> = {
    date: ['time', { dateTime: review.date }, longDate(review.date, reader.language)],
    reviewer: localise(review.by, reader.language),
  }
  return reader
    .read('article')
    .reviewed.split(/\{\{(\w+)\}\}/)
    .map((words, index) => (index % 2 ? (parts[words] ?? '') : words))
    .filter((node) => node !== '')
}
