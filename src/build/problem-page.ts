import { ContentError, countOf, type Problem, placeOf } from '../content/problem.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { paletteStyle } from './drawing/palette.ts'

/** What live editing shows in place of the site while it cannot be shown. */
export function problemPage(error: unknown): string {
  const problems = error instanceof ContentError ? error.problems : undefined
  const title = problems ? countOf(problems) : 'The site cannot be shown'
  const words = problems
    ? `<p>The site cannot be shown until this is mended. Save the file, and the page comes back by itself.</p>${list(problems)}`
    : `<p>If you changed a file in the folder content, take your last change back and save it: the page comes back by itself. If that does not help, or if you changed something else, show this to a programmer:</p><pre>${escapeMarkup(String((error as Error)?.stack ?? error))}</pre>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${paletteStyle()}${noticeStyle}body{margin:0;background:var(--color-page)}</style>
<script>${comeBack}</script></head>
<body><main class="to-mend"><h1>${title}</h1>${words}</main></body>
</html>
`
}

/** The server sends word of a change, but a page that is just being loaded may miss it: so it also asks. */
const comeBack = `setInterval(async () => {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}, 2000)`

/** What live editing puts above a page while something is to be mended that does not keep it from being shown. */
export function problemNotice(problems: Problem[]): string {
  if (problems.length === 0) return ''
  return `<aside class="to-mend" lang="en" dir="ltr"><style>${noticeStyle}</style><details open><summary>${countOf(problems)}</summary>
<p>Only you see this, while you edit. Until it is mended, the site cannot be published.</p>${list(problems)}</details></aside>`
}

function list(problems: Problem[]): string {
  const items = problems.map(
    (problem) => `<li><strong>${escapeMarkup(placeOf(problem))}</strong><br>${escapeMarkup(problem.message)}</li>`,
  )
  return `<ol>${items.join('')}</ol>`
}

const noticeStyle = `.to-mend{font:1rem/1.5 system-ui,sans-serif;color:var(--color-text);background:var(--color-page);border-block-end:4px solid var(--color-error);padding:1rem max(1rem,50vw - 36rem)}aside.to-mend{position:sticky;inset-block-start:0;z-index:9;max-block-size:50vh;overflow:auto}.to-mend h1,.to-mend summary{font:700 1.25rem/1.4 system-ui,sans-serif;color:var(--color-error)}.to-mend li{margin-block:.75rem}.to-mend strong{overflow-wrap:anywhere}.to-mend pre{white-space:pre-wrap}`
