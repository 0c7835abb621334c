import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ContactData } from '../../shared/built-site.ts'
import type { FormAnswer } from '../../shared/contact/message-rules.ts'
import { renderDocument } from '../../shared/document.ts'
import type { Language } from '../../shared/languages.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'
import { damagedBuild } from '../static-files/site.ts'

export type RenderPage = (shell: ShellData, page: PageData) => string

/** The answer to a form that was sent without script. */
export type AnswerPage = { html: string; contentSecurityPolicy: string }

/** What the build holds about contact messages, and its way to draw a page. */
export type BuiltContact = { data: ContactData; renderPage: RenderPage }

/**
 * Reads what the last build wrote.
 * @param folder its absolute path
 * @throws CommandError when that is not whole
 */
export async function readBuiltContact(folder: string): Promise<BuiltContact> {
  try {
    const data: ContactData = JSON.parse(readFileSync(`${folder}/contact-data.json`, 'utf8'))
    const { renderPage } = await import(pathToFileURL(`${folder}/prerender/entry-prerender.js`).href)
    return { data, renderPage }
  } catch (error) {
    throw damagedBuild(folder, error)
  }
}

/** Draws the contact page with an answer in it. No script runs in it: a page drawn for one visitor stays as it is. */
export function drawAnswer({ data, renderPage }: BuiltContact, language: Language, answer: FormAnswer): AnswerPage {
  const { shell, page } = data.languages[language]
  const answered = withAnswer(page, answer)
  const body = renderPage(shell, answered)
  const html = renderDocument({ page: answered, body, frame: data.frame, siteName: shell.name })
  return { html, contentSecurityPolicy: data.frame.contentSecurityPolicy }
}

/** An error is in the title too, where a screen reader hears it first (GOV.UK, "Validation"). */
function withAnswer(page: PageData<'contact'>, answer: FormAnswer): PageData<'contact'> {
  const { head, content } = page
  const title = answer.outcome.kind === 'kept' ? head.title : `${content.form.error_prefix} ${head.title}`
  return { ...page, head: { ...head, title }, content: { ...content, answer } }
}
