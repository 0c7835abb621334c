import { ContentError, describeProblem, locationOf, type Problem } from '../content/problem.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'

/** What live editing shows in place of the site while it cannot be shown. It reloads until the site can be shown. */
export function problemPage(error: unknown): string {
  const words =
    error instanceof ContentError
      ? list(error.problems)
      : `<pre>${escapeMarkup(String((error as Error)?.stack ?? error))}</pre>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>The site cannot be shown</title></head>
<body><h1>The site cannot be shown</h1>${words}</body>
</html>
`
}

/** What live editing puts above a page while it has problems that do not keep it from being shown. */
export const problemNotice = (problems: Problem[]): string =>
  problems.length > 0 ? `<aside lang="en" dir="ltr">${list(problems)}</aside>` : ''

function list(problems: Problem[]): string {
  const items = problems.map(
    (problem) =>
      `<li><strong>${escapeMarkup(locationOf(problem))}</strong><br>${escapeMarkup(describeProblem(problem))}</li>`,
  )
  return `<ol>${items.join('')}</ol>`
}
