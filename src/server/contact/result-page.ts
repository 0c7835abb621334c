import type { FormResult } from '../../shared/contact/message-rules.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { Content } from '../../site/pages/contact/content.ts'

/**
 * The contact page with the answer to a form that was sent without JavaScript. An error is in the title too, where a screen
 * reader hears it first (GOV.UK, "Validation").
 */
export function resultPage(page: PageData<Content>, result: FormResult): PageData<Content> {
  const { head, content } = page
  const title = result.kind === 'kept' ? head.title : `${content.form.error_prefix} ${head.title}`
  return { ...page, head: { ...head, title }, content: { ...content, result }, isStatic: true }
}
