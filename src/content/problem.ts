import { CommandError } from '../shared/command-error.ts'
import type { Texts } from '../shared/texts.generated.ts'

/**
 * One thing to mend in the content, told to the person who edits it: which file, which key, and what to do.
 * `near` are words as they stand in the file, from which the line is found; `line` is that line, where it is known.
 */
export type Problem = Told & { file: string; key: string; message: string; near?: string; line?: number }

/** Which words the editor has for a message in each language (`messages` of editor.yml), and what fills their braces. */
export type Told = { code?: keyof Texts['editor']['messages']; values?: Record<string, string | number> }

/** The content cannot be used; `problems` says everything that is wrong with it. */
export class ContentError extends CommandError {
  override readonly name = 'ContentError'
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(describeProblems(problems))
    this.problems = problems
  }
}

export function describeProblems(problems: Problem[]): string {
  const lines = problems.map((problem) => `  ${placeOf(problem)}\n      ${problem.message}`)
  return [`${countOf(problems)}:`, ...lines].join('\n\n')
}

export const countOf = ({ length }: Problem[]) =>
  `The content has ${length === 1 ? '1 thing' : `${length} things`} to mend`

/** Where to look: `content/texts/fr/contact.yml, line 12: “send” in “form”`. */
export function placeOf({ file, key, line }: Problem): string {
  const place = line ? `${file}, line ${line}` : file
  return key ? `${place}: ${wordsOf(key)}` : place
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** A dotted key in words that can be searched for: `offices.1.phone` is “phone” in the 2nd of “offices”. */
function wordsOf(key: string): string {
  const words: string[] = []
  let place = ''
  for (const step of key.split('.').reverse())
    if (/^\d+$/.test(step)) place = `the ${Number(step) + 1}${endings[ordinals.select(Number(step) + 1)]} of `
    else {
      words.push(`${place}“${step}”`)
      place = ''
    }
  return words.length > 0 ? words.join(' in ') : `${place}the list`
}
