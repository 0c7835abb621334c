import { allLanguages, isDraft, type Language } from '../shared/languages.ts'
import type { Problem, ProblemCode } from '../shared/problem.ts'
import { describeProblems } from './describe-problems.ts'
import { type LanguageTexts, textFile } from './read/texts.ts'
import { textsIn } from './text-tree.ts'

const draftOf = ({ file }: Problem) =>
  allLanguages.find((language) => isDraft(language) && file.startsWith(textFile(language, '').replace('.yml', '')))

/** Sets apart the problems of texts in a language that is a draft: they stop nothing. */
export const withoutDrafts = (problems: Problem[]) => ({
  problems: problems.filter((problem) => !draftOf(problem)),
  ofDrafts: problems.filter(draftOf),
})

const untranslated: ProblemCode[] = ['empty', 'foreign']

/** How much of each draft is not translated, file by file, with the keys that are left in a file that is begun; and what else is wrong. */
export function describeDrafts(texts: Record<Language, LanguageTexts>, ofDrafts: Problem[]): string {
  const parts = allLanguages.filter(isDraft).map((language) => {
    const problems = ofDrafts.filter((problem) => draftOf(problem) === language)
    const [left, others] = [true, false].map((isLeft) =>
      problems.filter(({ code }) => untranslated.includes(code) === isLeft),
    ) as [Problem[], Problem[]]
    const lines = Object.entries(texts[language]).flatMap(([name, tree]) => {
      const file = textFile(language, name)
      const keys = left.flatMap((problem) => (problem.file === file ? problem.key : []))
      const count = [...textsIn(tree)].length
      if (keys.length === 0) return []
      return `  ${file}: ${keys.length} of ${count}${keys.length * 2 < count ? ` (${keys.join(', ')})` : ''}`
    })
    const title = `The language “${language}” is a draft. Not translated: ${left.length} texts`
    return [title, ...lines, ...(others.length > 0 ? [describeProblems(others)] : [])].join('\n')
  })
  return parts.join('\n\n')
}
