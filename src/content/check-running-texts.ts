import { allLanguages } from '../shared/languages.ts'
import type { Content } from './content.ts'
import type { Problem } from './problem.ts'
import type { Drawings } from './section-reader.ts'
import { composeSite } from './site.ts'

/** Reads every running text, without drawing anything: what it cites, shows and links to must be there. */
export function checkRunningTexts(content: Omit<Content, 'problems'>): Problem[] {
  const problems: Problem[] = []
  const size = { width: 0, height: 0 }
  const drawings: Drawings = {
    locatorOf: () => '',
    pictureOf: () => ({ address: '', ...size }),
    partnersMapOf: () => ({ address: '', ...size }),
  }
  for (const language of allLanguages)
    composeSite({ ...content, problems }, language, drawings, problems, { origin: '', retentionDays: 0 })
  const isFirst = (problem: Problem, index: number) =>
    problems.findIndex((other) => JSON.stringify(other) === JSON.stringify(problem)) === index
  return problems.filter(isFirst)
}
