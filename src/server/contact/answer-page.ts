import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ContactData, ContactPage } from '../../shared/contact/contact-data.ts'
import type { FormAnswer, FormOutcome } from '../../shared/contact/form-answer.ts'
import { renderDocument } from '../../shared/document.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { type Language, languages } from '../../shared/languages.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'
import { filePolicy } from '../../shared/security-headers.ts'
import { damagedBuild } from '../static-files/site.ts'

export type RenderPage = (shell: ShellData, page: PageData) => string

/** The answer to a form that was sent without script. */
export type AnswerPage = { html: string; contentSecurityPolicy: string }

/** What the build says about contact messages, and its way to draw a page. */
export type BuiltContact = { data: ContactData; renderPage: RenderPage }

/**
 * Reads what the last build wrote.
 * @param folder where it wrote, as a whole path
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

/** Pages that hold nothing that was typed are the same for everybody: each is drawn once for as long as the build stays. */
const drawn = new WeakMap<BuiltContact, Map<string, AnswerPage>>()

/** Draws the contact page with an answer in it. No script runs in it: a page drawn for one visitor stays as it is. */
export function drawAnswer(parts: BuiltContact, language: Language, answer: FormAnswer): AnswerPage {
  if (Object.values(answer.typed).some((text) => text !== '')) return draw(parts, language, answer)
  const pages = drawn.get(parts) ?? new Map<string, AnswerPage>()
  drawn.set(parts, pages)
  const key = JSON.stringify([language, answer.outcome])
  const page = pages.get(key) ?? draw(parts, language, answer)
  pages.set(key, page)
  return page
}

function draw({ data, renderPage }: BuiltContact, language: Language, answer: FormAnswer): AnswerPage {
  const { shell, page } = data.languages[language]
  const answered = withAnswer(page, answer)
  const body = renderPage(shell, answered)
  const html = renderDocument({ page: answered, body, frame: data.frame, siteName: shell.name })
  return { html, contentSecurityPolicy: data.frame.contentSecurityPolicy }
}

/** The same in bare words, for when the page cannot be drawn: nobody must believe that a kept message is lost. */
export function plainAnswer({ data }: BuiltContact, language: Language, outcome: FormOutcome): AnswerPage {
  const { head, content } = data.languages[language].page
  const { success, success_help, failure, unreadable_help } = content.form
  const words = outcome.kind === 'kept' ? [success, success_help] : [failure, unreadable_help]
  const { direction } = languages[language]
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(head.title)}</title>
${words.map((sentence) => `<p>${escapeMarkup(sentence)}</p>`).join('\n')}
</html>
`
  return { html, contentSecurityPolicy: filePolicy }
}

/** A refusal is in the title too, where a screen reader hears it first (GOV.UK, "Validation"). */
function withAnswer(page: ContactPage, answer: FormAnswer): ContactPage {
  const { head, content } = page
  const title = answer.outcome.kind === 'kept' ? head.title : `${content.form.error_prefix} ${head.title}`
  return { ...page, head: { ...head, title }, content: { ...content, answer } }
}
