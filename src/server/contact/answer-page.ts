import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ContactDesk, ContactPage } from '../../shared/contact/desk.ts'
import type { FormAnswer } from '../../shared/contact/form-answer.ts'
import { renderDocument } from '../../shared/document.ts'
import type { Language } from '../../shared/languages.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'

export type RenderPage = (shell: ShellData, page: PageData) => string

/** The answer to a form that was sent without script. */
export type AnswerPage = { html: string; contentSecurityPolicy: string }

/** What the build says about contact messages, and its way to draw a page. */
export type DeskParts = { desk: ContactDesk; renderPage: RenderPage }

/** Reads the desk of the last build. @param folder where it wrote, as a whole path */
export async function readContactDesk(folder: string): Promise<DeskParts> {
  const desk: ContactDesk = JSON.parse(readFileSync(`${folder}/contact-desk.json`, 'utf8'))
  const { renderPage } = await import(pathToFileURL(`${folder}/prerender/entry-prerender.js`).href)
  return { desk, renderPage }
}

/** Draws the contact page with an answer in it. It wakes no script: a page drawn for one visitor stays as it is. */
export function drawAnswer({ desk, renderPage }: DeskParts, language: Language, answer: FormAnswer): AnswerPage {
  const { shell, page, style, contentSecurityPolicy } = desk.languages[language]
  const answered = withAnswer(page, answer)
  const body = renderPage(shell, answered)
  const html = renderDocument({ page: answered, body, style, origin: desk.origin, siteName: shell.name })
  return { html, contentSecurityPolicy }
}

/** A refusal is in the title too, where a screen reader hears it first (GOV.UK, "Validation"). */
function withAnswer(page: ContactPage, answer: FormAnswer): ContactPage {
  const { head, content } = page
  const title = answer.outcome.kind === 'kept' ? head.title : `${content.form.error_prefix} ${head.title}`
  return { ...page, head: { ...head, title }, content: { ...content, answer } }
}
